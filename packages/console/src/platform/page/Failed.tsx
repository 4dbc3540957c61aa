import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '../http/errorText.ts';
import styles from './Failed.module.css';

/** What could not be read and why, and another try: nothing told is not the same as nothing there. */
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
