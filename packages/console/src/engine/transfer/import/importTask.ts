/** State of an import row. */
export type RowStatus = 'pending' | 'sending' | 'ok' | ImportError;

/** Why a row was refused: the text, and the names of the fields it is about. */
export type ImportError = { name: 'error'; error: string; fields: readonly string[] };

/** A row of an import file, numbered from one. */
export type ImportRow = { number: number; values: Record<string, unknown>; status: RowStatus };

/** State of an import. */
export type TaskStatus = 'pending' | 'started' | 'stopped' | 'done';

/** Number of rows sent as one page, and shown at a time. */
export const IMPORT_PAGE_SIZE = 10;
/** Delay in ms between two rows, and between two pages, when rows are sent one by one. */
export const IMPORT_PACE_MS = 100;

/** A row's state as the filter of the table names it. */
export type StatusName = 'pending' | 'ok' | 'error';

/** Filter value of a state; a row being sent counts as pending. */
export const statusName = (status: RowStatus): StatusName => {
  if (typeof status === 'object') return 'error';
  return status === 'ok' ? 'ok' : 'pending';
};

/** Whether a cell holds nothing. */
const isEmptyCell = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The required columns, of those given, that a row still to be sent leaves empty. */
export const missingIn = <C extends { name: string }>(
  { values, status }: Pick<ImportRow, 'values' | 'status'>,
  required: readonly C[],
): C[] => (status === 'pending' ? required.filter(({ name }) => isEmptyCell(values[name])) : []);

/** Number of rows per filter value. */
export const countRows = (rows: readonly ImportRow[]): Record<StatusName | 'all', number> => {
  const counts = { all: rows.length, ok: 0, error: 0, pending: 0 };
  for (const { status } of rows) counts[statusName(status)] += 1;
  return counts;
};

/** The main button: Import, Stop, Continue, or Finished once every row has been imported. */
export const buttonOf = (
  task: TaskStatus,
  rows: readonly ImportRow[],
): 'import' | 'stop' | 'continue' | 'finish' => {
  if (task === 'pending') return 'import';
  if (task === 'started') return 'stop';
  const { all, ok } = countRows(rows);
  return all === ok ? 'finish' : 'continue';
};

/** The rows for Continue: after the end of an import, refused rows are sent again. */
export const rowsToContinue = (task: TaskStatus, rows: readonly ImportRow[]): ImportRow[] =>
  rows.map((row) =>
    task === 'done' && statusName(row.status) === 'error' ? { ...row, status: 'pending' as const } : row,
  );

/** The rows after a cell was edited; that row becomes pending. */
export const withCell = (
  rows: readonly ImportRow[],
  number: number,
  name: string,
  value: unknown,
): ImportRow[] =>
  rows.map((row) =>
    row.number === number ? { ...row, values: { ...row.values, [name]: value }, status: 'pending' } : row,
  );

/** The rows after the states of some have changed. */
export const withStatuses = (
  rows: readonly ImportRow[],
  statuses: ReadonlyMap<number, RowStatus>,
): ImportRow[] =>
  rows.map((row) => {
    const status = statuses.get(row.number);
    return status === undefined ? row : { ...row, status };
  });
