import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '../http/errorText.ts';
import styles from './Failed.module.css';

/**
 * Says that loading failed and why, and offers a retry, so that a failure does not look like an empty list.
 */
export function Failed({ query }: { query: { error: Error | null; refetch: () => unknown } }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.failed} role="alert">
      <span>
        <strong>{t('failed.get')}</strong> {errorText(query.error, t)}
      </span>
      <Button size="small" onClick={() => void query.refetch()}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
