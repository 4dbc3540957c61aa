import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { QUESTION_LAYER } from '../dialog/layers.ts';
import { Modal } from '../dialog/Modal.tsx';
import { MFA_PAGE } from './identity.ts';

/** Says that the operation requires MFA, and leads to where the user sets it up. */
export function MfaFirstDialog(props: { text: string; onCancel: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Modal
      open
      zIndex={QUESTION_LAYER}
      width={600}
      style={{ top: '15vh' }}
      title={t('identity.mfaTitle')}
      onCancel={props.onCancel}
      footer={
        <>
          <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
          <Button type="primary" href={MFA_PAGE}>
            {t('identity.setUpMfa')}
          </Button>
        </>
      }
    >
      {props.text}
    </Modal>
  );
}
