import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { CopyButton } from '../../../theme/control/CopyButton.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import styles from '../profile.module.css';

/** A new key with its secret, which the server sends only once. */
export type NewKey = { id: string; secret: string };

/** Shows the secret of a new key; it cannot be shown again. */
export function NewKeyDialog({ created, onClose }: { created: NewKey; onClose: () => void }) {
  const { t } = useTranslation('areas');
  const { t: common } = useTranslation('common');
  return (
    <Modal
      open
      width={700}
      style={{ top: '3vh' }}
      mask={{ closable: false }}
      title={t('apiKey.created')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {common('action.close')}
        </Button>
      }
    >
      <p style={{ marginBottom: 14 }}>{t('apiKey.once')}</p>
      {(['id', 'secret'] as const).map((name) => (
        <div key={name} style={{ marginBottom: 12 }}>
          <div className="md">{t(`apiKey.${name}`)}</div>
          <div className={styles.secret}>
            <Mono>{created[name]}</Mono>
            <CopyButton text={created[name]} />
          </div>
        </div>
      ))}
    </Modal>
  );
}
