import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Adds rows for tasks that have none and notes which are scheduled; those that are switched off stay so. */
export const storeTasks = async (
  tasks: readonly { name: string; is_periodic: boolean }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into ops_celerytask (name, is_enabled, is_periodic)
    select r.name, true, r.is_periodic from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as r(name text, is_periodic boolean)
    on conflict (name) do update set is_periodic = excluded.is_periodic
      where ops_celerytask.is_periodic is distinct from excluded.is_periodic`);
};

/** Names of the tasks whose schedule is switched off. */
export const tasksSwitchedOff = async (db: Database): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.rows<{ name: string }>(sql`select name from ops_celerytask where not is_enabled`)).map(
      ({ name }) => name,
    ),
  );

/** Switches the schedule of a task on or off; waits for others that are doing so. */
export const switchTask = async (name: string, isOn: boolean, db: Database): Promise<void> => {
  await db.rows(sql`update ops_celerytask set is_enabled = ${isOn} where name = ${name}`);
};
