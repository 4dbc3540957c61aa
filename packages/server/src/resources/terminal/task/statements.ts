import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, texts } from '../../../platform/database.ts';
import {
  type Aged,
  moments,
  oldest,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';

/** A task about a session. */
export type SessionOrder = {
  name: 'kill_session' | 'lock_session' | 'unlock_session';
  session: string;
  terminal: string | null;
  by: string;
};

/** Stores tasks for components. */
export const addTasks = async (orders: readonly SessionOrder[], db: Database): Promise<void> => {
  const rows = orders.map((order) => ({
    ...order,
    id: randomUUID(),
    kwargs: { terminated_by: order.by, created_by: order.by },
  }));
  await db.rows(sql`insert into terminal_task (id, name, args, kwargs, terminal, is_finished, created_by, updated_by, date_created, date_updated, comment)
    select r.id, r.name, r.session, r.kwargs, r.terminal, false, r.by, r.by, now(), now(), ''
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, name text, session text, kwargs jsonb, terminal uuid, by text)`);
};

/** Finishes the open tasks of sessions that have ended. */
export const finishTasksOf = async (sessions: readonly string[], db: Database): Promise<void> => {
  await db.rows(
    sql`update terminal_task set is_finished = true, date_finished = now() where not is_finished and args = any(${texts(sessions)})`,
  );
};

/** Finished tasks, by when they were created. */
const finished: Aged = {
  table: sql`terminal_task`,
  time: sql`t.date_created`,
  order: sql`t.date_created nulls first`,
  which: sql`t.is_finished`,
  ...moments,
};

/** Removes a batch of old finished tasks. */
export const removeTasksBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(finished, oldest(finished, span), span, db);
