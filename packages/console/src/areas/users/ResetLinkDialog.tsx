import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { CopyButton } from '../../theme/control/CopyButton.tsx';
import { Mono } from '../../theme/text/Mono.tsx';

/** The link for choosing a new password; shown once, as it gives access to the account. */
export function ResetLinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation('resources');
  return (
    <Modal
      open
      width={560}
      title={t('user.resetLink')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <p className="t2">{t('user.resetLinkBody')}</p>
      <p style={{ display: 'flex', alignItems: 'center', gap: 8, overflowWrap: 'anywhere' }}>
        <Mono>{link}</Mono>
        <CopyButton text={link} />
      </p>
    </Modal>
  );
}
