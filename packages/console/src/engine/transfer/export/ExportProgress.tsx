import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../platform/time/bytes.ts';
import { useLate } from '../../../theme/state/useLate.ts';

/**
 * The received part of an export, and a button to cancel it. The total is unknown before the end, so there is
 * no progress bar. Quick exports end before this shows.
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
