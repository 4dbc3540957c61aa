import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../engine/select/useDebounced.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { SearchBox } from '../../../theme/control/SearchBox.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import styles from './approvals.module.css';

const SEARCH_MS = 400;

/** The machines on which a job would run, as they were when approval was requested. */
export function ApprovalMachines({ id }: { id: string }) {
  const { t } = useTranslation('ops');
  const http = useHttp();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_MS);
  const query = useInfiniteQuery({
    queryKey: ['jobApproval', id, 'machines', search],
    queryFn: ({ signal, pageParam }) =>
      http.call('GET /api/v1/ops/job-approvals/:id/machines/', {
        params: { id },
        query: { search, offset: String(pageParam) },
        signal,
        disableFlashErrorMsg: true,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.has_more ? pages.reduce((sum, { machines }) => sum + machines.length, 0) : undefined,
  });
  const machines = query.data?.pages.flatMap((page) => page.machines);
  return (
    <Card extra={<SearchBox label={t('approvals.search')} value={typed} onChange={setTyped} />} flush>
      {!machines && (query.error ? <Failed query={query} /> : <SkeletonRows rows={8} columns={2} />)}
      {machines?.length === 0 && <p className={styles.none}>{t('approvals.noMatch')}</p>}
      <ul className={styles.files}>
        {machines?.map((machine) => (
          <li key={machine.id}>
            <span>{machine.name}</span>
            <span className="t3 sm mono">{machine.address}</span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('approvals.more')}
          </Button>
        </div>
      )}
    </Card>
  );
}
