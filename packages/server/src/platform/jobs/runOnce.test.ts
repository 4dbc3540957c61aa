import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { JobWithMetadata } from 'pg-boss';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '../database.ts';
import { FinalFailure, type Job, type Run } from './defineJob.ts';
import { type Running, runOnce, serverEnds, stopped } from './runOnce.ts';

type Options = {
  retryCount?: number;
  retryLimit?: number;
  data?: object | null;
  isStopped?: boolean;
  reason?: Error;
  /** Receives the controller with which the queue aborts the run. */
  queued?: (queue: AbortController) => void;
};

/** Makes one attempt at a run and returns what was recorded and what the queue learned. */
const attempt = async (handle: (payload: unknown, run: Run) => Promise<void>, options: Options = {}) => {
  const {
    retryCount = 0,
    retryLimit = 1,
    data = { shade: 'red' },
    isStopped = false,
    reason,
    queued,
  } = options;
  const records: { text: string; values: unknown[] }[] = [];
  const db = {
    rows: async (query: SQL) => {
      const { sql: text, params: values } = new PgDialect().sqlToQuery(query);
      records.push({ text, values });
      return isStopped ? [] : [1];
    },
  } as unknown as Database;
  const running: Running = new Map();
  const failed = vi.fn();
  const queue = new AbortController();
  const definition = {
    name: 'paint',
    payload: z.object({}),
    concurrency: 1,
    timeoutSeconds: 1,
    isStoppable: true,
    retries: 1,
  };
  const during: boolean[] = [];
  const job: Job = {
    definition,
    handle: async (payload, run) => {
      during.push(running.has('7'));
      if (reason) running.get('7')?.abort(reason);
      queued?.(queue);
      await handle(payload, run);
    },
  };
  const entry = { id: '7', data, retryCount, retryLimit, signal: queue.signal } as JobWithMetadata<object>;
  const outcome = await runOnce(job, entry, { db, running, failed }).then(
    () => 'ended',
    (error: Error) => error.message,
  );
  queue.abort();
  // The recorded ends of the run: state and error.
  const ends = records
    .filter(({ text }) => text.includes('date_finished = case'))
    .map(({ values }) => values.slice(0, 2));
  return { outcome, ends, failed, during, running, records };
};
const fail = async () => {
  throw new Error('no luck');
};

test('a run gets its payload and attempt number and ends as done', async () => {
  const seen: unknown[] = [];
  const { outcome, ends, during, running } = await attempt(
    async (payload, { id, attempt: number, signal }) => void seen.push(payload, id, number, signal.aborted),
    { retryCount: 1 },
  );
  expect(seen).toEqual([{ shade: 'red' }, '7', 2, false]);
  expect([outcome, ends, during, running.size]).toEqual(['ended', [['done', '']], [true], 0]);
});

test('a run without a payload gets an empty one', async () => {
  const seen: unknown[] = [];
  const { records } = await attempt(async (payload) => void seen.push(payload), { data: null });
  expect([seen, records[0]?.values]).toEqual([[{}], ['7', 'paint', '{}', 1, '']]);
});

test('a stopped run does not start', async () => {
  const { during, records, outcome } = await attempt(fail, { isStopped: true });
  expect([during, records.length, outcome]).toEqual([[], 1, 'ended']);
});

test('a run is queued again after a failed attempt and fails after the last one', async () => {
  const first = await attempt(fail);
  expect([first.outcome, first.ends]).toEqual(['no luck', [['queued', 'no luck']]]);
  const last = await attempt(fail, { retryCount: 1 });
  expect([last.outcome, last.ends]).toEqual(['no luck', [['failed', 'no luck']]]);
  for (const { failed } of [first, last]) expect(failed.mock.calls).toEqual([[expect.any(Error), 'paint']]);
});

test('a final failure is not retried', async () => {
  const { outcome, ends, failed } = await attempt(async () => {
    throw new FinalFailure('never');
  });
  expect([outcome, ends, failed.mock.calls.length]).toEqual(['ended', [['failed', 'never']], 1]);
});

test('an error thrown by a stopped run is ignored', async () => {
  const { outcome, ends, failed } = await attempt(async (_payload, { signal }) => signal.throwIfAborted(), {
    reason: stopped,
  });
  expect([outcome, ends, failed.mock.calls]).toEqual(['ended', [], []]);
});

test('a run aborted by a server shutdown is retried, and interrupted after the last attempt', async () => {
  const work = async (_payload: unknown, { signal }: Run) => signal.throwIfAborted();
  const message = 'run_server_ended';
  const first = await attempt(work, { reason: serverEnds });
  const last = await attempt(work, { reason: serverEnds, retryCount: 1 });
  expect([first.outcome, first.ends, last.ends]).toEqual([
    message,
    [['queued', message]],
    [['interrupted', message]],
  ]);
  expect(first.failed.mock.calls).toEqual([]);
});

test('progress is stored as a whole percentage from 0 to 100, together with the log, when a run ends', async () => {
  const reported = async (percent: number) => {
    const { records } = await attempt(async (_payload, { progress, log }) => {
      progress(percent);
      log('painted');
    });
    return records.find(({ text }) => text.includes('progress = coalesce'))?.values;
  };
  for (const [percent, stored] of [
    [40.4, 40],
    [-5, 0],
    [140, 100],
    [Number.NaN, null],
  ] as const) {
    const values = await reported(percent);
    expect(values?.[0]).toBe(stored);
    expect(values?.[1]).toMatch(/^\d{4}-\S+Z painted\n$/);
  }
  const { records } = await attempt(async () => undefined);
  expect(records).toHaveLength(2);
});

test('the reports of a failing run are written too', async () => {
  const { records } = await attempt(async (_payload, { log }) => {
    log('painted half');
    await fail();
  });
  expect(records.some(({ values }) => String(values[1]).endsWith(' painted half\n'))).toBe(true);
});

test('a run that exceeds its time limit fails, whatever its handler does later', async () => {
  const late = 'run_overdue';
  const queued = (queue: AbortController) => queue.abort();
  for (const handle of [async () => undefined, fail]) {
    const { outcome, ends, failed } = await attempt(handle, { queued, retryCount: 1 });
    expect([outcome, ends]).toEqual(['ended', [['failed', late]]]);
    expect(failed.mock.calls).toEqual([[expect.objectContaining({ message: late }), 'paint']]);
  }
  expect((await attempt(fail, { queued })).ends).toEqual([['queued', late]]);
});

test('a run that the queue aborts for another reason or after a shutdown has not exceeded its time limit', async () => {
  const lost = (queue: AbortController) => queue.abort(new Error('connection lost'));
  expect((await attempt(async () => undefined, { queued: lost })).ends).toEqual([['done', '']]);
  const abort = (queue: AbortController) => queue.abort();
  const { ends } = await attempt(fail, { reason: serverEnds, queued: abort });
  expect(ends).toEqual([['queued', 'no luck']]);
});

test('the abort signal tells a handler why its run must end', async () => {
  const reasons: unknown[] = [];
  const work = async (_payload: unknown, { signal }: Run) => void reasons.push(String(signal.reason));
  for (const reason of [stopped, serverEnds]) await attempt(work, { reason });
  expect(reasons).toEqual(['Error: The run was stopped.', 'Error: run_server_ended']);
});
