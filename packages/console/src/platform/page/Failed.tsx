import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '../http/errorText.ts';
import styles from './Failed.module.css';

/** What failed to load and why, with a retry: a failed load is not the same as empty. */
export function Failed({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
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
