import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { useTranslation } from 'react-i18next';
import type { Toast } from '../../platform/notify/notifier.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import { IconButton } from '../../replay/dark/IconButton.tsx';
import { Glyph, type GlyphName } from '../../theme/icon/Glyph.tsx';
import { useToastCard } from '../../theme/kit/useToastCard.ts';
import styles from './toasts.module.css';

const looks: Record<Toast['kind'], { kind: string; glyph: GlyphName }> = {
  success: { kind: 'ok', glyph: 'done' },
  error: { kind: 'bad', glyph: 'bad' },
  warning: { kind: 'warn', glyph: 'warn' },
  info: { kind: 'run', glyph: 'ok' },
  progress: { kind: 'run', glyph: 'run' },
};

/** Notifications at the top right; they stay while the pointer or the focus is on them. */
export function Toasts() {
  const { notify } = usePlatform();
  const { t } = useTranslation(['luna', 'common']);
  const { toasts } = useStore(notify.store);
  return (
    <section className={styles.toasts} aria-label={t('common:toast.region')}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { notify } = usePlatform();
  const { t } = useTranslation('luna');
  const look = looks[toast.kind];
  const close = () => notify.close(toast.id);
  const card = useToastCard(toast, close);
  return (
    <div {...card} className={styles.toast}>
      <span className={`k-${look.kind}`}>
        <Glyph name={look.glyph} size={12} />
      </span>
      <span className={styles.text}>{toast.text}</span>
      <IconButton icon={CloseOutlined} tip={t('action.close')} size={10} onClick={close} />
    </div>
  );
}
