import { RUN_TASK } from '@gatehouse/contract/wire/terminal.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { liveRunners } from '../terminal/relations.ts';

/** A task that carries a run to a runner; its id is that of the run. */
export type RunTask = { terminal: string | null; is_finished: boolean };

/** The task of a run, if there is one. */
export const findRunTask = async (run: string, db: Database): Promise<RunTask | undefined> =>
  (
    await db.rows<RunTask>(
      sql`select terminal::text as terminal, is_finished from terminal_task where id = ${run} and name = ${RUN_TASK}`,
    )
  )[0];

/** Assigns a run to a live runner, once; returns whether it was assigned now. */
export const giveRunTask = async (run: string, token: string, db: Database): Promise<boolean> => {
  const [task] = await db.rows<{ terminal: string | null }>(
    sql`insert into terminal_task (id, name, args, kwargs, terminal, is_finished, created_by, updated_by, date_created, date_updated, comment)
      select ${run}::uuid, ${RUN_TASK}, ${token}, ${JSON.stringify({ run })}::jsonb, r.id, false, 'System', 'System', now(), now(), ''
        from ${liveRunners} r order by random() limit 1
      on conflict (id) do nothing returning terminal::text as terminal`,
  );
  if (task?.terminal) await publish(db, 'task', task.terminal);
  return task !== undefined;
};

/** Withdraws a run that no runner has accepted; returns whether it was withdrawn. */
export const withdrawRunTask = async (run: string, db: Database): Promise<boolean> =>
  (
    await db.rows(
      sql`update terminal_task set is_finished = true, date_finished = now() where id = ${run} and not is_finished returning 1`,
    )
  ).length > 0;

/** Tells the runner of a run to stop it. */
export const stopRunTask = async (run: string, db: Database): Promise<void> => {
  const [stopped] = await db.rows<{ terminal: string | null }>(
    sql`insert into terminal_task (id, name, args, kwargs, terminal, is_finished, created_by, updated_by, date_created, date_updated, comment)
      select gen_random_uuid(), 'kill_session', t.id::text, '{}'::jsonb, t.terminal, false, 'System', 'System', now(), now(), ''
        from terminal_task t where t.id = ${run} and t.name = ${RUN_TASK}
      returning terminal::text as terminal`,
  );
  if (stopped?.terminal) await publish(db, 'task', stopped.terminal);
};
