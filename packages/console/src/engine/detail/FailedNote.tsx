import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';

/** Says that something could not be read, and offers another try: nothing told is not the same as nothing there. */
export function FailedNote({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <div role="alert" style={{ display: 'flex', gap: 12, alignItems: 'center', padding: 16 }}>
      <span>{errorText(error, t)}</span>
      <Button size="small" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
