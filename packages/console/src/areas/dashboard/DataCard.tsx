import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import { Card } from '../../theme/Card.tsx';
import styles from './dashboard.module.css';

/** A card over one request: it waits, fails and retries alone. */
export function DataCard<T>(props: {
  title: ReactNode;
  extra?: ReactNode;
  query: UseQueryResult<T>;
  minHeight: number;
  children: (data: T) => ReactNode;
}) {
  const { query, minHeight } = props;
  return (
    <Card title={props.title} extra={props.extra} flush>
      <div
        style={{ minHeight }}
        className={`${styles.body} ${query.isFetching && query.data ? styles.stale : ''}`}
      >
        {query.data ? props.children(query.data) : query.error ? <Failed query={query} /> : null}
      </div>
    </Card>
  );
}

/** What went wrong, and another try. */
export function Failed({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.failed} role="alert">
      <span>{errorText(query.error, t)}</span>
      <Button size="small" onClick={() => void query.refetch()}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
