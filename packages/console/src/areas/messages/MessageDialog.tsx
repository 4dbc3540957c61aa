import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './messages.module.css';
import { MessageText } from './messageText.tsx';
import type { SiteMessage } from './useMessages.ts';

/** Shows a whole message, which is marked as read when the dialog closes. */
export function MessageDialog({ message, onClose }: { message: SiteMessage; onClose: () => void }) {
  const { t } = useTranslation('common');
  const { subject, message: html, sender } = message.content;
  return (
    <Modal
      open
      width={560}
      title={subject}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <p className={styles.from}>
        {sender} · <TimeText value={message.date_created} />
      </p>
      <div className={styles.text}>
        <MessageText html={html} />
      </div>
    </Modal>
  );
}
