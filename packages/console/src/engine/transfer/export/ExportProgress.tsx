import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../platform/time/bytes.ts';
import { useLate } from '../../../theme/state/useLate.ts';

/**
 * How much of an export has arrived, and the button to break it off. How much there is nobody knows before its end, so
 * there is no bar. Quick ones are over before it shows.
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
