import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed } from '../../platform/page/Failed.tsx';
import { Card } from '../../theme/state/Card.tsx';
import styles from './dashboard.module.css';

/** A card for the answer to one request, with its own loading, error and retry. */
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
        className={`${styles.body} ${query.isPlaceholderData ? styles.stale : ''}`}
        aria-busy={query.isPlaceholderData}
      >
        {query.data ? props.children(query.data) : query.error ? <Failed query={query} /> : null}
      </div>
    </Card>
  );
}
