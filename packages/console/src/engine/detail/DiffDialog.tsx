import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { useDialogSize } from '../../platform/page/useDialogSize.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import styles from './Detail.module.css';

/** One changed field. */
export type DiffRow = { field: string; note?: string; before: ReactNode; after: ReactNode };

type TableProps = { rows: readonly DiffRow[]; title?: string; heads?: [before: string, after: string] };

/** Before and after of one change, field by field. */
export function DiffTable({ rows, title, heads }: TableProps) {
  const { t } = useTranslation('engine');
  const [before, after] = heads ?? [t('diff.before'), t('diff.after')];
  return (
    <div className={styles.diff}>
      <table aria-label={title ?? t('diff.title')}>
        <thead>
          <tr>
            <th scope="col">{t('diff.field')}</th>
            <th scope="col">
              <span aria-hidden="true">− </span>
              {before}
            </th>
            <th scope="col">
              <span aria-hidden="true">+ </span>
              {after}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.field}>
              <th scope="row" style={{ fontWeight: 500 }}>
                {row.field}
                {row.note && <div className="t3 md">{row.note}</div>}
              </th>
              <td className={styles.before}>{row.before}</td>
              <td className={styles.after}>{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The change made by an operation, from its entry in the operate log. */
export function DiffDialog(props: {
  url: string;
  head?: ReactNode;
  /** Beside the button that closes the dialog. */
  actions?: ReactNode;
  onClose: () => void;
}) {
  const { url, head, actions, onClose } = props;
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
        <>
          {actions}
          <Button type="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
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
