import { expect, test } from 'vitest';
import {
  buttonOf,
  countRows,
  type ImportRow,
  type RowStatus,
  rowsToContinue,
  runImport,
  withCell,
} from './importTask.ts';

const refused: RowStatus = { name: 'error', error: 'taken', fields: ['name'] };
const rowsOf = (count: number, status: RowStatus = 'pending'): ImportRow[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    values: { name: `h${index + 1}` },
    status,
  }));

const run = (rows: ImportRow[], over: { refuse?: string[]; stopAfter?: number } = {}) => {
  let current = rows;
  const sent: string[] = [];
  const pauses: number[] = [];
  const outcome = runImport({
    send: async ({ name }) => {
      sent.push(String(name));
      if (over.refuse?.includes(String(name))) throw new Error('taken');
    },
    errorOf: () => refused as Exclude<RowStatus, string>,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    rows: () => current,
    onStatus: (number, status) => {
      current = current.map((row) => (row.number === number ? { ...row, status } : row));
    },
    isStopped: () => over.stopAfter !== undefined && sent.length >= over.stopAfter,
  });
  return outcome.then((status) => ({ status, sent, pauses, rows: current }));
};

test('B-4-021 B-4-022 rows go one by one in pages of ten with 100 ms between rows and pages', async () => {
  const { status, sent, pauses } = await run(rowsOf(12));
  expect(status).toBe('done');
  expect(sent).toHaveLength(12);
  expect(new Set(pauses)).toEqual(new Set([100]));
  expect(pauses).toHaveLength(12);
});

test('B-4-021 only pending rows are sent', async () => {
  const rows = [...rowsOf(2, 'ok'), { number: 3, values: { name: 'h3' }, status: 'pending' as const }];
  expect((await run(rows)).sent).toEqual(['h3']);
});

test('B-4-019 a refused row keeps its reason and the others go on', async () => {
  const { rows, status } = await run(rowsOf(3), { refuse: ['h2'] });
  expect(rows.map((row) => row.status)).toEqual(['ok', refused, 'ok']);
  expect(status).toBe('done');
  expect(countRows(rows)).toEqual({ all: 3, ok: 2, error: 1, pending: 0 });
});

test('B-4-023 a stop leaves the rest pending', async () => {
  const { status, rows } = await run(rowsOf(5), { stopAfter: 2 });
  expect(status).toBe('stopped');
  expect(countRows(rows)).toMatchObject({ ok: 2, pending: 3 });
});

test('B-4-017 the button says Import, Stop, Continue or Finished', () => {
  expect(buttonOf('pending', rowsOf(1))).toBe('import');
  expect(buttonOf('started', rowsOf(1))).toBe('stop');
  expect(buttonOf('stopped', rowsOf(1))).toBe('continue');
  expect(buttonOf('done', rowsOf(1, refused))).toBe('continue');
  expect(buttonOf('done', rowsOf(1, 'ok'))).toBe('finish');
});

test('B-4-018 continuing after the end gives refused rows another try, after a stop it does not', () => {
  expect(rowsToContinue('done', rowsOf(1, refused))[0]?.status).toBe('pending');
  expect(rowsToContinue('stopped', rowsOf(1, refused))[0]?.status).toEqual(refused);
});

test('B-4-020 an edited row becomes pending again', () => {
  expect(withCell(rowsOf(2, refused), 2, 'name', 'new')).toEqual([
    { number: 1, values: { name: 'h1' }, status: refused },
    { number: 2, values: { name: 'new' }, status: 'pending' },
  ]);
});
