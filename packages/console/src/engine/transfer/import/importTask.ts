/** How far the row of an import file has come. */
export type RowStatus = 'pending' | 'sending' | 'ok' | ImportError;

/** Why a row was refused: the text, and the fields it speaks of. */
export type ImportError = { name: 'error'; error: string; fields: readonly string[] };

/** One row of an import file; its number is its place, beginning with one. */
export type ImportRow = { number: number; values: Record<string, unknown>; status: RowStatus };

/** Where an import stands. */
export type TaskStatus = 'pending' | 'started' | 'stopped' | 'done';

/** Rows sent before the longer breath, and rows shown at a time. */
export const IMPORT_PAGE_SIZE = 10;
/** Pause between two rows, and between two pages. */
export const IMPORT_PACE_MS = 100;

/** Word a row is filtered by. */
export type StatusName = 'pending' | 'ok' | 'error';

/** Filter word of a status; a row on its way still counts as pending. */
export const statusName = (status: RowStatus): StatusName => {
  if (typeof status === 'object') return 'error';
  return status === 'ok' ? 'ok' : 'pending';
};

/** Number of rows of each filter word. */
export const countRows = (rows: readonly ImportRow[]): Record<StatusName | 'all', number> => {
  const counts = { all: rows.length, ok: 0, error: 0, pending: 0 };
  for (const { status } of rows) counts[statusName(status)] += 1;
  return counts;
};

/** What the main button says: Import, Stop, Continue, or Finished when every row went in. */
export const buttonOf = (
  task: TaskStatus,
  rows: readonly ImportRow[],
): 'import' | 'stop' | 'continue' | 'finish' => {
  if (task === 'pending') return 'import';
  if (task === 'started') return 'stop';
  const { all, ok } = countRows(rows);
  return all === ok ? 'finish' : 'continue';
};

/** Rows as they are sent again: after the end, refused rows get another try. */
export const rowsToContinue = (task: TaskStatus, rows: readonly ImportRow[]): ImportRow[] =>
  rows.map((row) =>
    task === 'done' && statusName(row.status) === 'error' ? { ...row, status: 'pending' as const } : row,
  );

/** The rows after one cell was edited; the row waits to be sent again. */
export const withCell = (
  rows: readonly ImportRow[],
  number: number,
  name: string,
  value: unknown,
): ImportRow[] =>
  rows.map((row) =>
    row.number === number ? { ...row, values: { ...row.values, [name]: value }, status: 'pending' } : row,
  );

/** The rows after some of them came further. */
export const withStatuses = (
  rows: readonly ImportRow[],
  statuses: ReadonlyMap<number, RowStatus>,
): ImportRow[] =>
  rows.map((row) => {
    const status = statuses.get(row.number);
    return status === undefined ? row : { ...row, status };
  });
