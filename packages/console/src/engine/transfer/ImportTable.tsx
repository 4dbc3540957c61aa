import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button, Input, Progress, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusText } from '../../theme/StatusText.tsx';
import { Pager } from '../list/Pager.tsx';
import type { Column } from '../table/Column.ts';
import { DataTable } from '../table/DataTable.tsx';
import { csvOf, saveText } from './download.ts';
import styles from './Import.module.css';
import { cellText, cellValue, type ImportColumn } from './importFile.ts';
import {
  countRows,
  IMPORT_PAGE_SIZE,
  type ImportRow,
  type RowStatus,
  type StatusName,
  statusName,
} from './importTask.ts';
import type { ImportController } from './useImport.ts';

type TableRow = ImportRow & { id: number };

function Status({ status }: { status: RowStatus }) {
  const { t } = useTranslation('engine');
  if (typeof status === 'object') {
    return (
      <span>
        <StatusText kind="bad">{t('import.status.error')}</StatusText>
        <span className={styles.reason}>{status.error}</span>
      </span>
    );
  }
  if (status === 'ok') {
    return (
      <StatusText kind="ok" glyph="done">
        {t('import.status.ok')}
      </StatusText>
    );
  }
  return <StatusText kind={status === 'sending' ? 'run' : 'off'}>{t(`import.status.${status}`)}</StatusText>;
}

function EditableCell(props: { row: ImportRow; column: ImportColumn; onEdit: (value: unknown) => void }) {
  const { row, column, onEdit } = props;
  const { t } = useTranslation('engine');
  const [draft, setDraft] = useState<string>();
  const value = row.values[column.name];
  const text = cellText(value);
  const isBad = typeof row.status === 'object' && row.status.fields.includes(column.name);
  const label = t('import.cell', { column: column.title.replace(/^\*/, ''), row: row.number });
  if (draft === undefined) {
    return (
      <button
        type="button"
        className={styles.cell}
        data-bad={isBad}
        aria-label={t('import.editCell', { cell: label, value: text })}
        disabled={row.status === 'sending'}
        onClick={() => setDraft(text)}
      >
        {text || '–'}
      </button>
    );
  }
  const finish = () => {
    setDraft(undefined);
    if (draft !== text) onEdit(cellValue(draft, value));
  };
  return (
    <Input
      size="small"
      autoFocus
      aria-label={label}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={finish}
      onPressEnter={finish}
      onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
    />
  );
}

const columnsOf = (
  controller: ImportController,
  words: { number: string; status: string },
): Column<TableRow>[] => [
  {
    name: '#',
    title: words.number,
    width: 44,
    render: (row) => <span className="t3 num">{row.number}</span>,
  },
  { name: '@status', title: words.status, width: 230, render: (row) => <Status status={row.status} /> },
  ...controller.columns.map((column) => ({
    name: column.name,
    title: column.title,
    width: column.width,
    render: (row: TableRow) => (
      <EditableCell
        row={row}
        column={column}
        onEdit={(value) => controller.edit(row.number, column.name, value)}
      />
    ),
  })),
];

/** Second half of an import: progress, filter by state, rows with their state, cells to edit. */
export function ImportTable({ controller }: { controller: ImportController }) {
  const { t } = useTranslation('engine');
  const [filter, setFilter] = useState<StatusName | 'all'>('all');
  const [page, setPage] = useState(1);
  const { rows = [], columns, task } = controller;
  const counts = countRows(rows);
  const done = counts.ok + counts.error;
  const found = filter === 'all' ? rows : rows.filter(({ status }) => statusName(status) === filter);
  const sendingAt = found.findIndex(({ status }) => status === 'sending');
  const shownPage = sendingAt >= 0 ? Math.floor(sendingAt / IMPORT_PAGE_SIZE) + 1 : page;
  const start = (shownPage - 1) * IMPORT_PAGE_SIZE;
  const shown = found.slice(start, start + IMPORT_PAGE_SIZE).map((row) => ({ ...row, id: row.number }));
  const saveFailed = () =>
    saveText(
      'failed.csv',
      csvOf([
        columns.map(({ title }) => title),
        ...rows
          .filter(({ status }) => statusName(status) === 'error')
          .map(({ values }) => columns.map(({ name }) => cellText(values[name]))),
      ]),
      'text/csv;charset=utf-8',
    );
  return (
    <>
      {task !== 'pending' && (
        <div style={{ margin: '14px 0 10px' }}>
          <div className="between md">
            <span style={{ fontWeight: 500 }} role="status">
              {t('import.progress', { done, total: counts.all })}
            </span>
            <span className="num t2">{Math.round((done / Math.max(1, counts.all)) * 100)}%</span>
          </div>
          <Progress
            percent={(done / Math.max(1, counts.all)) * 100}
            showInfo={false}
            size={{ height: 6 }}
            aria-label={t('import.progressLabel')}
          />
        </div>
      )}
      <div className={styles.line}>
        <Segmented
          aria-label={t('import.filter')}
          value={filter}
          options={(['all', 'ok', 'error', 'pending'] as const).map((value) => ({
            value,
            label: t(`import.filters.${value}`, { count: counts[value] }),
          }))}
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
          columns={columnsOf(controller, { number: '#', status: t('import.statusColumn') })}
          rows={shown}
          rowName={(row) => t('import.row', { row: row.number })}
          offset={start}
          total={found.length}
        />
      </div>
      <div className={styles.line}>
        <span className="t3">{t('import.editHint')}</span>
        {found.length > IMPORT_PAGE_SIZE && (
          <Pager page={shownPage} pageSize={IMPORT_PAGE_SIZE} total={found.length} onPage={setPage} />
        )}
      </div>
    </>
  );
}
