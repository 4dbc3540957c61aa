import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { expect } from 'vitest';
import type { Installation, Program } from '../../servers/installation.ts';

/** A nightly task that makes up for a night; the other one in the hour before it is due by itself. */
const task = new Date().getUTCHours() === 1 ? 'back_up' : 'clean_up';

/** Old rows that keep the clean-up busy for a second or more. */
const manyRows = 100_000;

/** A scheduled task that is due in each round. */
export const createSchedule = ({ pool, servers }: Installation) => {
  let due = 0;
  let given = 0;
  const broken = new Set<string>();
  const runs = async (): Promise<{ id: string; state: string; attempt: number }[]> =>
    (
      await pool.query(
        'select id, state, attempt::int as attempt from ops_celerytaskexecution where name = $1',
        [task],
      )
    ).rows;
  const living = (): Program[] => servers.filter(({ isUp }) => isUp());
  return {
    /** Gives the task work that lasts; returns whether it is the one for which there is any. */
    giveWork: async (): Promise<boolean> => {
      if (task !== 'clean_up') return false;
      await pool.query(
        `insert into audits_activitylog (org_id, resource_id, r_type, content, datetime)
          select $2::uuid, '', 'O', '', now() - interval '400 days' from generate_series(1, $1)`,
        [manyRows, DEFAULT_ORG_ID],
      );
      given += 1;
      return true;
    },
    /** The server that runs the task, as soon as one does. */
    holder: async (): Promise<Program> => {
      const running = "select server from ops_celerytaskexecution where name = $1 and state = 'running'";
      let found: Program | undefined;
      const look = async () => {
        const [row] = (await pool.query<{ server: string }>(running, [task])).rows;
        found = living().find(({ pid }) => row?.server.endsWith(`(${pid()})`));
        return found !== undefined;
      };
      await expect.poll(look, { timeout: 60_000, interval: 10 }).toBe(true);
      return found as Program;
    },
    /** Runs that were killed in the middle of their work, each time that there was some. */
    checkKilled: () => expect(broken.size).toBeGreaterThanOrEqual(given),
    /** A night begins that no server has seen. Servers look for such as they start. */
    fallDue: async () => {
      const last = "update system_schedule set date_last = now() - interval '26 hours' where name = $1";
      expect((await pool.query(last, [task])).rowCount).toBe(1);
      due += 1;
    },
    /** Notes the run that the killed servers had begun. */
    noteKilled: async () => {
      const { rows } = await pool.query(
        `select id from ops_celerytaskexecution where name = $1 and state = 'running' and not (server like any($2))`,
        [task, living().map(({ pid }) => `%(${pid()})`)],
      );
      for (const { id } of rows) broken.add(id);
    },
    /** One run for each time that it was due, done at the first attempt unless its server was killed. */
    check: async (): Promise<string> => {
      const ended = async () => (await runs()).filter(({ state }) => state === 'done').length;
      await expect.poll(ended, { timeout: 60_000 }).toBe(due);
      const all = await runs();
      expect(all).toHaveLength(due);
      expect(all.filter(({ id, attempt }) => attempt > 1 && !broken.has(id))).toEqual([]);
      const old = "select 1 from audits_activitylog where datetime < now() - interval '300 days' limit 1";
      expect((await pool.query(old)).rowCount).toBe(0);
      return `a task due ${due} times ran ${all.length} times, ${broken.size} of them killed`;
    },
  };
};
