import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createEvents } from '../../../src/platform/events.ts';
import { createJobs } from '../../../src/platform/jobs/createJobs.ts';
import { createNotices } from '../../../src/platform/notices.ts';
import type { Installation } from '../../servers/installation.ts';

/** Time within which a server that took a run has said so, on a busy machine. */
const takenMs = 1_500;

/**
 * Looks for runs of dead servers each second, as every server does each minute; runs nothing itself.
 */
const watchQueue = async ({ url, pool }: Installation) => {
  const notices = createNotices(url);
  const events = createEvents(notices);
  const jobs = createJobs({ pool, notices, events, zone: 'UTC', pace: { poll: 1, cron: 60, supervise: 1 } });
  await jobs.start([], () => undefined);
  onTestFinished(async () => {
    await jobs.close(1_000);
    await events.close();
  });
};

/** Lets the time pass after which the queue gives up the runs of servers that were killed. */
export const createDeadRuns = async (installation: Installation) => {
  const { pool, servers } = installation;
  await watchQueue(installation);
  const client = await pool.connect();
  onTestFinished(() => client.release(true));
  /** Runs in the queue that no living server says it has. */
  const lost = async (): Promise<string[]> => {
    const living = servers.filter(({ isUp }) => isUp()).map(({ pid }) => `%(${pid()})`);
    const { rows } = await pool.query(
      `select j.id::text as id from pgboss.job j where j.state = 'active' and not exists (
        select 1 from ops_celerytaskexecution e where e.id = j.id and e.state = 'running' and e.server like any($1))`,
      [living],
    );
    return rows.map(({ id }) => id);
  };
  return {
    /** Keeps servers that are killed from being missed before it is noted what they leave behind. */
    hideDeaths: async (): Promise<void> => {
      await client.query(
        'select pg_advisory_lock_shared(704070, presence) from system_worker where presence is not null',
      );
    },
    /** To be called while the killed servers are down: those that start again retry at once. */
    passTime: async (): Promise<void> => {
      const before = new Set(await lost());
      await sleep(takenMs);
      const dead = (await lost()).filter((id) => before.has(id));
      const beat =
        "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where id = any($1::uuid[])";
      await pool.query(beat, [dead]);
      const ofDead = "select 1 from pgboss.job where id = any($1::uuid[]) and state = 'active'";
      await expect.poll(async () => (await pool.query(ofDead, [dead])).rowCount).toBe(0);
      await pool.query("update pgboss.job set start_after = now() where state = 'retry'");
      await client.query('select pg_advisory_unlock_all()');
    },
  };
};
