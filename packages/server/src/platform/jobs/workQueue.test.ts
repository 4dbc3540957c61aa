import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../database.ts';
import type { JobDefinition } from './defineJob.ts';
import { markInterrupted, sendOptions, workQueue } from './workQueue.ts';

const pace = { poll: 3, cron: 5, heartbeat: 7, supervise: 9 };
type Work = (batch: object[]) => Promise<void>;

/** A queue that records its calls. */
const createQueue = () => {
  const told: [string, ...unknown[]][] = [];
  const works: Work[] = [];
  const note =
    (name: string) =>
    async (...given: unknown[]) =>
      void told.push([name, ...given]);
  const boss = {
    createQueue: note('create'),
    updateQueue: note('update'),
    work: async (name: string, options: object, work: Work) => {
      told.push(['work', name, options]);
      works.push(work);
    },
  } as unknown as PgBoss;
  return { boss, told, works };
};

const definitionOf = (over: Partial<JobDefinition> = {}): JobDefinition => ({
  name: 'paint',
  payload: z.object({ shade: z.string().default('red') }),
  concurrency: 1,
  timeoutSeconds: 60,
  isStoppable: false,
  retries: 2,
  ...over,
});
const toldFor = async (over: Partial<JobDefinition> = {}) => {
  const queue = createQueue();
  const seen: unknown[] = [];
  const job = { definition: definitionOf(over), handle: async () => undefined };
  await workQueue(job, { boss: queue.boss, pace }, async (_job, entry) => void seen.push(entry));
  return { ...queue, seen };
};

const options = {
  notify: true,
  retryLimit: 2,
  retryDelay: 1,
  retryBackoff: true,
  expireInSeconds: 60,
  heartbeatSeconds: 7,
  deleteAfterSeconds: 604_800,
  deadLetter: 'ended',
};
const polling = { includeMetadata: true, pollingIntervalSeconds: 3, notifyPollingIntervalSeconds: 3 };

test('the queue of a job follows its definition even if it already exists', async () => {
  expect((await toldFor()).told).toEqual([
    ['create', 'paint', { policy: 'singleton', ...options }],
    ['update', 'paint', options],
    ['work', 'paint', { ...polling, localConcurrency: 1 }],
  ]);
  const { told } = await toldFor({ concurrency: 4, retryDelaySeconds: 30 });
  expect(told).toEqual([
    ['create', 'paint', { policy: 'standard', ...options, retryDelay: 30 }],
    ['update', 'paint', { ...options, retryDelay: 30 }],
    ['work', 'paint', { ...polling, localConcurrency: 4, groupConcurrency: 4 }],
  ]);
});

test('runs of a scheduled job do not overlap, and at most one of them waits', async () => {
  const { told } = await toldFor({ schedule: { cron: '0 3 * * *' } });
  expect(told[0]).toEqual(['create', 'paint', { policy: 'stately', ...options }]);
});

test('every run in a batch is executed', async () => {
  const { works, seen } = await toldFor();
  const batch = [{ id: '1' }, { id: '2' }] as JobWithMetadata<object>[];
  await works[0]?.(batch);
  expect(seen).toEqual(batch);
});

test('the runs of a job with a concurrency above one share a group', () => {
  expect([sendOptions(definitionOf()), sendOptions(definitionOf({ concurrency: 2 }))]).toEqual([
    {},
    { group: { id: 'paint' } },
  ]);
});

test('runs whose server died are marked as interrupted', async () => {
  const { boss, told, works } = createQueue();
  const statements: unknown[] = [];
  const db = { rows: async (query: unknown) => [statements.push(query)] } as unknown as Database;
  await markInterrupted(boss, { pace, jobs: [], db });
  expect(told).toEqual([
    ['create', 'ended', { notify: true, deleteAfterSeconds: 86_400 }],
    ['work', 'ended', polling],
  ]);
  await works[0]?.([{ id: '1', sourceId: 'a' }, { id: '2' }, { id: '3', sourceId: 'b' }]);
  // Each is marked, and looked up for its job.
  expect(statements).toHaveLength(4);
});
