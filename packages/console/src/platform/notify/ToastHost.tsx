import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
  SyncOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { useToastCard } from '../../theme/kit/useToastCard.ts';
import { usePlatform } from '../Platform.tsx';
import { useStore } from '../store.ts';
import type { Toast } from './notifier.ts';
import styles from './ToastHost.module.css';

const icons: Record<Toast['kind'], ReactNode> = {
  success: <CheckCircleFilled aria-hidden style={{ color: 'var(--ok)' }} />,
  error: <CloseCircleFilled aria-hidden style={{ color: 'var(--badSolid)' }} />,
  warning: <ExclamationCircleFilled aria-hidden style={{ color: 'var(--warnSolid)' }} />,
  info: <InfoCircleFilled aria-hidden style={{ color: 'var(--primary)' }} />,
  progress: <SyncOutlined aria-hidden spin style={{ color: 'var(--primary)' }} />,
};

/** Shows notifications at the top right. */
export function ToastHost() {
  const { notify } = usePlatform();
  const { t } = useTranslation('common');
  const { toasts } = useStore(notify.store);
  return createPortal(
    <section className={styles.host} aria-label={t('toast.region')}>
      {toasts.map((toast) => (
        <ToastCard
          key={toast.kind === 'progress' ? toast.key : toast.id}
          toast={toast}
          onClose={() => notify.close(toast.id)}
        />
      ))}
    </section>,
    document.body,
  );
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { t } = useTranslation('common');
  const card = useToastCard(toast, onClose);
  const hasProgress = toast.kind === 'progress' && toast.total !== undefined;
  return (
    <div {...card} className={styles.card}>
      <span className={styles.icon}>{icons[toast.kind]}</span>
      <div className={styles.text}>
        <strong>{toast.text}</strong>
        {toast.detail && <div className={styles.detail}>{toast.detail}</div>}
        {hasProgress && (
          <progress
            className={styles.progress}
            value={toast.done ?? 0}
            max={Math.max(1, toast.total ?? 1)}
            aria-label={toast.text}
          />
        )}
      </div>
      {hasProgress && (
        <span className="num t2">{t('toast.progress', { done: toast.done ?? 0, total: toast.total })}</span>
      )}
      {toast.action && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            toast.action?.onClick();
            onClose();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      {toast.kind !== 'success' && (
        <IconButton
          icon={<CloseOutlined aria-hidden style={{ fontSize: 12 }} />}
          tip={t('action.close')}
          size={24}
          onClick={onClose}
        />
      )}
    </div>
  );
}
