import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { useDialogSize } from '../../platform/page/useDialogSize.ts';
import { SkeletonRows } from '../../theme/SkeletonRows.tsx';
import styles from './Detail.module.css';

/** One changed field. */
export type DiffRow = { field: string; before: string; after: string };

/** Before and after of one change, field by field. */
export function DiffTable({ rows }: { rows: readonly DiffRow[] }) {
  const { t } = useTranslation('engine');
  return (
    <div className={styles.diff}>
      <table aria-label={t('diff.title')}>
        <thead>
          <tr>
            <th scope="col">{t('diff.field')}</th>
            <th scope="col">
              <span aria-hidden="true">− </span>
              {t('diff.before')}
            </th>
            <th scope="col">
              <span aria-hidden="true">+ </span>
              {t('diff.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row" style={{ fontWeight: 500 }}>
                {field}
              </th>
              <td className={styles.before}>{before}</td>
              <td className={styles.after}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The change an operation made, read from its log. */
export function DiffDialog({ url, head, onClose }: { url: string; head?: ReactNode; onClose: () => void }) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const size = useDialogSize();
  const query = useQuery({
    queryKey: ['diff', url],
    queryFn: ({ signal }) => http.get<{ diff: DiffRow[] }>(url, { signal, disableFlashErrorMsg: true }),
  });
  const rows = query.data?.diff ?? [];
  return (
    <Modal
      open
      {...size}
      title={t('diff.title')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      {head}
      {query.isPending ? (
        <SkeletonRows rows={4} columns={3} />
      ) : query.error ? (
        <Failed query={query} />
      ) : rows.length > 0 ? (
        <>
          <DiffTable rows={rows} />
          <p className="t3 md" style={{ paddingTop: 10 }}>
            {t('diff.count', { count: rows.length })}
          </p>
        </>
      ) : (
        <p className="t3">{t('diff.none')}</p>
      )}
    </Modal>
  );
}
