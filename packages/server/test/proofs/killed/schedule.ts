import { expect } from 'vitest';
import type { Installation, Program } from '../../servers/installation.ts';

/** A nightly task that makes up for a night; the other one in the hour before it is due by itself. */
const task = new Date().getUTCHours() === 1 ? 'back_up' : 'clean_up';

/** A scheduled task that is due in each round. */
export const createSchedule = ({ pool, servers }: Installation) => {
  let due = 0;
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
      return `a task due ${due} times ran ${all.length} times, ${broken.size} of them killed`;
    },
  };
};
