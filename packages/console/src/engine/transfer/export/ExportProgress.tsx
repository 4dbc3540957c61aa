import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../platform/time/bytes.ts';
import { useLate } from '../../../theme/state/useLate.ts';

/**
 * The size received so far, and a button to cancel. There is no progress bar, because the total is unknown
 * until the end. A quick export ends before this shows.
 */
export function ExportProgress({ received, onStop }: { received: number; onStop: () => void }) {
  const { t, i18n } = useTranslation('engine');
  if (!useLate()) return null;
  return (
    <div className="between md">
      <span role="status">
        {received > 0
          ? t('export.received', { size: formatBytes(received, i18n.language) })
          : t('export.waiting')}
      </span>
      <Button size="small" danger onClick={onStop}>
        {t('export.stop')}
      </Button>
    </div>
  );
}
