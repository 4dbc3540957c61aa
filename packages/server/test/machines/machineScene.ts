import type { Target, TargetReport } from '@gatehouse/contract/wire/machineWork.ts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { WorkPace } from '../../src/flows/machineWork/carryOut.ts';
import { machineJobs } from '../../src/jobs/machineWork.ts';
import type { Job } from '../../src/platform/jobs/defineJob.ts';
import { findRun } from '../../src/platform/jobs/runs.ts';
import { createNotices } from '../../src/platform/notices.ts';
import type { Reply } from '../api.ts';
import { registerComponent } from '../component.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../inventory.ts';

/** A runner as the server sees it. */
export type Runner = Awaited<ReturnType<typeof registerComponent>>;

/** When the runner's process began, according to the runner. */
export const started = '2026-01-01T00:00:00.000Z';

/** The account that most machines in these tests have. */
export const root = {
  name: 'root',
  username: 'root',
  secret_type: 'password',
  secret: 'Sesame-1',
  privileged: true,
};

/** Polls work at short intervals. */
const quick = { everyMs: 20, runnerMs: 400 };

/** The previous test's work may still be followed, so both must wait for each other. */
const clear = async ({ pool }: Inventory, tries = 5): Promise<void> => {
  try {
    await pool.query('delete from ops_machinework');
  } catch (error) {
    if (tries === 1 || (error as { code?: string }).code !== '40P01') throw error;
    await clear({ pool } as Inventory, tries - 1);
  }
};

/** An installation that runs jobs about machines, with the test playing the runner. */
export const machineScene = (more: (services: Inventory['services'], pace: WorkPace) => Job[] = () => []) => {
  let inventory: Inventory;
  let runner: Runner;

  const newRunner = async (name: string): Promise<Runner> => {
    const made = await registerComponent(inventory, name);
    await inventory.pool.query(
      "update terminal_terminal set type = 'celery', date_last_seen = now() where name = $1",
      [name],
    );
    return made;
  };

  beforeAll(async () => {
    inventory = await startInventory({}, { notices: (url) => createNotices(url) });
    const { services } = inventory;
    const jobs = machineJobs({ db: services.unhurried, lookup: services.lookup, pace: quick });
    await services.jobs.start([...jobs, ...more(services, quick)], () => undefined);
    runner = await newRunner('[Runner]-one');
  });
  beforeEach(async () => {
    await clear(inventory);
    await inventory.pool.query("update terminal_terminal set date_last_seen = now() where type = 'celery'");
  });
  afterAll(async () => {
    await inventory.services.jobs.close(1_000);
    await inventory.stop();
  });

  const take = async (places = 10, by = runner, date_started = started): Promise<Target[]> => {
    const answer = await by.post('/api/v1/ops/machine-work/take/', { places, date_started });
    if (answer.status !== 200) throw new Error(answer.text);
    return bodyOf<{ targets: Target[] }>(answer).targets;
  };
  const runOf = (id: string) => findRun(id, inventory.services.db);

  return {
    inventory: () => inventory,
    runner: () => runner,
    newRunner,
    machine: (body: Json = {}) => inventory.host({ accounts: [root], ...body }),
    take,
    report: (targets: readonly Pick<Target, 'id'>[], more: Partial<TargetReport> = {}, by = runner) =>
      by.post(
        '/api/v1/ops/machine-work/report/',
        targets.map(({ id }) => ({ id, status: 'ok', date_start: started, date_end: started, ...more })),
      ),
    /** Takes targets as soon as there are this many. */
    takeAll: async (count: number): Promise<Target[]> => {
      const targets: Target[] = [];
      await expect.poll(async () => targets.push(...(await take()))).toBeGreaterThanOrEqual(count);
      return targets;
    },
    taskOf: async (reply: Promise<Reply>): Promise<string> => {
      const answer = await reply;
      expect([200, 201], answer.text).toContain(answer.status);
      return String(bodyOf(answer).task);
    },
    runOf,
    /** The run once it has ended. */
    ended: async (id: string) => {
      await expect
        .poll(async () => (await runOf(id))?.state, { timeout: 20_000 })
        .not.toMatch(/queued|running/);
      return runOf(id);
    },
    accountsOf: async (asset: string) =>
      (
        await inventory.pool.query(
          'select id, username, connectivity, date_verified from accounts_account where asset = $1 order by username',
          [asset],
        )
      ).rows,
  };
};
