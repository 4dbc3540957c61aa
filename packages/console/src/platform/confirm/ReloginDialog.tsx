import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { QUESTION_LAYER } from '../dialog/layers.ts';
import { Modal } from '../dialog/Modal.tsx';
import { usePlatform } from '../Platform.tsx';
import { leaveTo } from '../session/leave.ts';

/** Says that the sign-in is too long ago, and offers to sign out and in again. */
export function ReloginDialog({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('common');
  const { http } = usePlatform();
  const signOut = () => {
    const here = window.location.pathname + window.location.search;
    return leaveTo(http, here);
  };
  return (
    <Modal
      open
      zIndex={QUESTION_LAYER}
      width={600}
      style={{ top: '15vh' }}
      title={t('identity.reloginTitle')}
      onCancel={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{t('action.cancel')}</Button>
          <Button type="primary" onClick={signOut}>
            {t('action.signInAgain')}
          </Button>
        </>
      }
    >
      {t('identity.reloginBody')}
    </Modal>
  );
}
