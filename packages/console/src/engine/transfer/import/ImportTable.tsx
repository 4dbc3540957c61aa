import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewport } from '../../../platform/viewport/useViewport.ts';
import { Pager } from '../../list/paging/Pager.tsx';
import type { Column } from '../../table/Column.ts';
import { DataTable } from '../../table/DataTable.tsx';
import { saveText } from '../download.ts';
import { failedCsv, failedName } from './failedRows.ts';
import styles from './Import.module.css';
import { ImportCell } from './ImportCell.tsx';
import { ImportFilter } from './ImportFilter.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportStatus } from './ImportStatus.tsx';
import { bareTitle } from './importFile.ts';
import {
  countRows,
  IMPORT_PAGE_SIZE,
  type ImportRow,
  missingIn,
  type StatusName,
  statusName,
} from './importTask.ts';
import type { ImportController } from './useImport.ts';

type TableRow = ImportRow & { id: number };

const columnsOf = (
  controller: ImportController,
  status: Pick<Column<TableRow>, 'title' | 'width'>,
): Column<TableRow>[] => [
  {
    name: '#',
    title: '#',
    width: 56,
    render: (row) => <span className="t3 num">{row.number}</span>,
  },
  {
    name: '@status',
    ...status,
    render: (row) => (
      <ImportStatus
        status={row.status}
        missing={missingIn(row, controller.required).map(({ title }) => bareTitle(title))}
      />
    ),
  },
  ...controller.columns.map((column) => ({
    name: column.name,
    title: column.title,
    width: column.width,
    render: (row: TableRow) => (
      <ImportCell
        row={row}
        column={column}
        isMissing={missingIn(row, controller.required).includes(column)}
        {...controller.kindOf(column.name)}
        onEdit={(value) => controller.edit(row.number, column.name, value)}
      />
    ),
  })),
];

/** Rows in the chosen state, page by page; while sending, the page with the row being sent. */
const usePage = (rows: readonly ImportRow[], filter: StatusName | 'all') => {
  const [page, setPage] = useState(1);
  const found = filter === 'all' ? rows : rows.filter(({ status }) => statusName(status) === filter);
  const sendingAt = found.findIndex(({ status }) => status === 'sending');
  const last = Math.max(1, Math.ceil(found.length / IMPORT_PAGE_SIZE));
  const shownPage = sendingAt >= 0 ? Math.floor(sendingAt / IMPORT_PAGE_SIZE) + 1 : Math.min(page, last);
  const start = (shownPage - 1) * IMPORT_PAGE_SIZE;
  const shown = found.slice(start, start + IMPORT_PAGE_SIZE).map((row) => ({ ...row, id: row.number }));
  return { page: shownPage, setPage, start, shown, total: found.length };
};

/** Second step of an import: progress, filter, rows with their state, editable cells. */
export function ImportTable({ controller }: { controller: ImportController }) {
  const { t } = useTranslation('engine');
  const { isMobile } = useViewport();
  const [filter, setFilter] = useState<StatusName | 'all'>('all');
  const { rows = [], columns, task, file } = controller;
  const { page, setPage, start, shown, total } = usePage(rows, filter);
  const counts = countRows(rows);
  const incomplete = rows.filter((row) => missingIn(row, controller.required).length > 0).length;
  const saveFailed = () =>
    saveText(
      failedName(file?.name ?? ''),
      failedCsv(rows, columns, t('import.errorColumn')),
      'text/csv;charset=utf-8',
    );
  return (
    <>
      {task !== 'pending' && <ImportProgress controller={controller} />}
      {incomplete > 0 && (
        <p role="status" className={styles.incomplete}>
          {t('import.incomplete', { count: incomplete })}
        </p>
      )}
      <div className={styles.line}>
        <ImportFilter
          value={filter}
          counts={counts}
          onChange={(next) => {
            setFilter(next);
            setPage(1);
          }}
        />
        {counts.error > 0 && (
          <Button size="small" icon={<DownloadOutlined aria-hidden />} onClick={saveFailed}>
            {t('import.failedRows')}
          </Button>
        )}
      </div>
      <div className={styles.frame}>
        <DataTable
          label={t('import.preview')}
          compact
          columns={columnsOf(controller, { title: t('import.statusColumn'), width: isMobile ? 130 : 230 })}
          rows={shown}
          rowName={(row) => t('import.row', { row: row.number })}
          offset={start}
          total={total}
        />
      </div>
      <div className={styles.line}>
        <span className="t3">{t('import.editHint')}</span>
        {total > IMPORT_PAGE_SIZE && (
          <Pager page={page} pageSize={IMPORT_PAGE_SIZE} total={total} onPage={setPage} />
        )}
      </div>
    </>
  );
}
