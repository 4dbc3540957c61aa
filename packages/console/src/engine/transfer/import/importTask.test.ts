import { describe, expect, test } from 'vitest';
import { failedCsv, failedName } from './failedRows.ts';
import { FAST_GROUP, runFastImport, runImport } from './importRun.ts';
import {
  buttonOf,
  countRows,
  type ImportError,
  type ImportRow,
  type RowStatus,
  rowsToContinue,
  statusName,
  withCell,
  withStatuses,
} from './importTask.ts';

const refused: ImportError = { name: 'error', error: 'taken', fields: ['name'] };
const rowsOf = (count: number, status: RowStatus = 'pending'): ImportRow[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    values: { name: `h${index + 1}` },
    status,
  }));

type Over = { refuse?: string[]; stopAfter?: number; away?: string; onSent?: (name: string) => void };

/**
 * What an import of rows in memory needs, with a record of what is sent and reported; `over` says what fails.
 */
const stage = (rows: ImportRow[], over: Over) => {
  const seen = { rows, sent: [] as string[], pauses: [] as number[], interruptions: [] as unknown[] };
  const edit = (number: number, name: string, value: unknown) => {
    seen.rows = withCell(seen.rows, number, name, value);
  };
  const take = (name: string): 'ok' | ImportError => {
    seen.sent.push(name);
    over.onSent?.(name);
    return over.refuse?.includes(name) ? refused : 'ok';
  };
  const deps = {
    rows: () => seen.rows,
    onStatus: (statuses: ReadonlyMap<number, RowStatus>) => {
      seen.rows = withStatuses(seen.rows, statuses);
    },
    isStopped: () => over.stopAfter !== undefined && seen.sent.length >= over.stopAfter,
    errorOf: () => refused,
    isInterruption: (error: unknown) => error === over.away,
    onInterrupted: (error: unknown) => void seen.interruptions.push(error),
  };
  return { seen, edit, take, deps };
};
const run = async (rows: ImportRow[], over: Over = {}) => {
  const { seen, take, deps } = stage(rows, over);
  const status = await runImport({
    ...deps,
    send: async ({ name }) => {
      if (name === over.away) throw over.away;
      if (take(String(name)) !== 'ok') throw new Error('taken');
    },
    pause: async (milliseconds) => void seen.pauses.push(milliseconds),
  });
  return { status, ...seen };
};

test('B-4-022 rows are sent one by one, 100 ms apart within a page and between pages', async () => {
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

test('B-3-028 B-4-019 a refused row keeps its reason and the others continue', async () => {
  const { rows, status } = await run(rowsOf(3), { refuse: ['h2'] });
  expect(rows.map((row) => row.status)).toEqual(['ok', refused, 'ok']);
  expect(status).toBe('done');
  expect(countRows(rows)).toEqual({ all: 3, ok: 2, error: 1, pending: 0 });
});

test('B-4-023 stopping leaves the rest pending', async () => {
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

test('B-4-018 continuing after the end retries refused rows, after a stop it does not', () => {
  expect(rowsToContinue('done', rowsOf(1, refused))[0]?.status).toBe('pending');
  expect(rowsToContinue('stopped', rowsOf(1, refused))[0]?.status).toEqual(refused);
});

test('B-4-020 an edited row becomes pending again', () => {
  expect(withCell(rowsOf(2, refused), 2, 'name', 'new')).toEqual([
    { number: 1, values: { name: 'h1' }, status: refused },
    { number: 2, values: { name: 'new' }, status: 'pending' },
  ]);
});

test('B-4-021 a row corrected behind the page being sent is sent before the import ends', async () => {
  const { seen, edit, take, deps } = stage(rowsOf(12), { refuse: ['h2'] });
  const status = await runImport({
    ...deps,
    send: async ({ name }) => {
      if (name === 'h11') edit(2, 'name', 'other');
      if (take(String(name)) !== 'ok') throw new Error('taken');
    },
    pause: async () => undefined,
  });
  expect(status).toBe('done');
  expect(seen.sent.at(-1)).toBe('other');
  expect(countRows(seen.rows)).toEqual({ all: 12, ok: 12, error: 0, pending: 0 });
});

test('an unreachable server stops the import; the unanswered row stays pending', async () => {
  const { status, rows, sent, interruptions } = await run(rowsOf(4), { away: 'h3' });
  expect({ status, sent, interruptions }).toEqual({
    status: 'stopped',
    sent: ['h1', 'h2'],
    interruptions: ['h3'],
  });
  expect(countRows(rows)).toEqual({ all: 4, ok: 2, error: 0, pending: 2 });
  expect((await run(rows)).sent).toEqual(['h3', 'h4']);
});

describe('batches of rows', () => {
  const runFast = async (rows: ImportRow[], over: Over = {}) => {
    const { seen, take, deps } = stage(rows, over);
    const groups: number[] = [];
    const status = await runFastImport({
      ...deps,
      sendMany: async (many) => {
        groups.push(many.length);
        if (groups.length === 2 && over.away) throw over.away;
        return many.map(({ name }) => take(String(name)));
      },
    });
    return { status, groups, ...seen };
  };

  test('rows are sent in groups; refused ones keep their reason', async () => {
    const { status, groups, rows, pauses } = await runFast(rowsOf(FAST_GROUP + 30), {
      refuse: ['h5', 'h210'],
    });
    expect({ status, groups, pauses }).toEqual({ status: 'done', groups: [FAST_GROUP, 30], pauses: [] });
    expect(countRows(rows)).toEqual({ all: 230, ok: 228, error: 2, pending: 0 });
    expect([rows[4]?.status, rows[209]?.status]).toEqual([refused, refused]);
  });

  test('a batch import stops between groups, and continues with pending rows', async () => {
    const first = await runFast(rowsOf(FAST_GROUP * 2 + 1), { stopAfter: 1 });
    expect([first.status, countRows(first.rows).pending]).toEqual(['stopped', FAST_GROUP + 1]);
    const second = await runFast(first.rows);
    expect([second.status, second.sent[0]]).toEqual(['done', `h${FAST_GROUP + 1}`]);
  });

  test('an unreachable server leaves the group pending', async () => {
    const { status, rows, interruptions } = await runFast(rowsOf(FAST_GROUP * 3), { away: 'gone' });
    expect({ status, interruptions }).toEqual({ status: 'stopped', interruptions: ['gone'] });
    expect(countRows(rows)).toMatchObject({ ok: FAST_GROUP, pending: FAST_GROUP * 2, error: 0 });
  });
});

test('a row being sent counts as pending', () => {
  const states: RowStatus[] = ['pending', 'sending', 'ok', refused];
  expect(states.map(statusName)).toEqual(['pending', 'pending', 'ok', 'error']);
});

test('continuing makes failed rows pending again, and a status change affects only its row', () => {
  const rows = [...rowsOf(1, 'ok'), ...rowsOf(1, refused), ...rowsOf(1, 'pending')];
  expect(rowsToContinue('done', rows).map(({ status }) => status)).toEqual(['ok', 'pending', 'pending']);
  const changed = withStatuses(rowsOf(2), new Map([[2, 'ok' as const]]));
  expect(changed.map(({ status }) => status)).toEqual(['pending', 'ok']);
});

test('a row is marked as sending until its response arrives', async () => {
  const { seen, deps } = stage(rowsOf(2), {});
  const states: RowStatus[][] = [];
  await runImport({
    ...deps,
    send: async () => void states.push(seen.rows.map(({ status }) => status)),
    pause: async () => undefined,
  });
  expect(states).toEqual([
    ['sending', 'pending'],
    ['ok', 'sending'],
  ]);
});

test('an import stopped before or after its only row sends nothing more', async () => {
  expect(await run(rowsOf(1), { stopAfter: 1 })).toMatchObject({ status: 'stopped', sent: ['h1'] });
  expect(await run(rowsOf(1), { stopAfter: 0 })).toMatchObject({ status: 'stopped', sent: [], pauses: [] });
});

test('without pending rows an import sends nothing and does not wait', async () => {
  expect(await run(rowsOf(12, 'ok'))).toMatchObject({ status: 'done', sent: [], pauses: [] });
});

test('rows missing from a batch response are marked as failed', async () => {
  const { seen, deps } = stage(rowsOf(2), {});
  expect(await runFastImport({ ...deps, sendMany: async () => ['ok'] })).toBe('done');
  expect(seen.rows.map(({ status }) => status)).toEqual(['ok', refused]);
});

test('a failed batch marks all of its rows, and the next batches are still sent', async () => {
  const { seen, deps } = stage(rowsOf(FAST_GROUP + 1), {});
  let isFirst = true;
  const status = await runFastImport({
    ...deps,
    sendMany: async (rows) => {
      expect(seen.rows.filter((row) => row.status === 'sending')).toHaveLength(rows.length);
      if (!isFirst) return ['ok'];
      isFirst = false;
      throw new Error('too many');
    },
  });
  expect([status, countRows(seen.rows)]).toEqual([
    'done',
    { all: FAST_GROUP + 1, ok: 1, error: FAST_GROUP, pending: 0 },
  ]);
});

test('only failed rows are saved with their reasons, in a file named after the original', () => {
  const columns = [{ name: 'name', title: '*Name', width: 100 }];
  const rows = [...rowsOf(1, 'ok'), ...rowsOf(1, refused), ...rowsOf(1, 'sending'), ...rowsOf(1)];
  expect(failedCsv(rows, columns, 'Why')).toBe('\uFEFF*Name,Why\r\nh1,taken\r\n');
  expect(['zones.csv', 'a.b.xlsx', ''].map(failedName)).toEqual([
    'zones-failed.csv',
    'a.b-failed.csv',
    '-failed.csv',
  ]);
});
