import { AppError } from '@gatehouse/contract/errors.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../engine/context.ts';
import { type Database, uuids } from '../platform/database.ts';
import { allSessions } from './terminal/session/relations.ts';
import { allTerminals } from './terminal/terminal/relations.ts';
import { allUsers } from './users/user/relations.ts';

/**
 * The component of a service account; undefined for any other user, and once the component is deleted or its
 * account disabled.
 */
export const terminalOf = async (
  userId: string,
  db: Database,
): Promise<{ id: string; name: string; type: string } | undefined> =>
  (
    await db.rows<{ id: string; name: string; type: string }>(
      sql`select id::text as id, name, type from ${allTerminals} t where "user" = ${userId} and not is_deleted
        and exists (select 1 from ${allUsers} u where u.id = t."user" and u.is_active)`,
    )
  )[0];

type Asking = Pick<Context, 'actor' | 'db'>;

/** The calling component; refuses other callers, including a service account without a component. */
export const ownTerminal = async (ctx: Asking): Promise<string> => {
  const own = ctx.actor.isServiceAccount ? await terminalOf(ctx.actor.id, ctx.db) : undefined;
  if (!own) throw new AppError('permission_denied');
  return own.id;
};

/** The type of components that work on machines. */
export const RUNNER = 'celery';

/** The calling runner; refuses other callers, also components of another type. */
export const ownRunner = async (ctx: Asking): Promise<string> => {
  const own = ctx.actor.isServiceAccount ? await terminalOf(ctx.actor.id, ctx.db) : undefined;
  if (own?.type !== RUNNER) throw new AppError('permission_denied');
  return own.id;
};

/**
 * Limits a component to what it holds itself. `terminals` are the holders of the sessions or tasks it names:
 * a session or task of another component, or of none, is reported as unknown (docs/decisions/0044).
 */
export const onlyOwn = async (terminals: readonly unknown[], ctx: Asking): Promise<void> => {
  const own = await ownTerminal(ctx);
  if (!terminals.every((terminal) => terminal === own)) throw new AppError('object_does_not_exist');
};

/** Like `onlyOwn`, for anything that belongs to sessions: commands, transferred files. */
export const onlyOwnSessions = async (sessions: readonly unknown[], ctx: Asking): Promise<void> => {
  const ids = [...new Set(sessions.map((session) => sentText(session).toLowerCase()))];
  const found = await ctx.db.rows<{ id: string; terminal: string | null }>(
    sql`select id::text as id, terminal::text as terminal from ${allSessions} s where id = any(${uuids(ids)})`,
  );
  const holders = new Map(found.map(({ id, terminal }) => [id, terminal]));
  await onlyOwn(
    ids.map((id) => holders.get(id)),
    ctx,
  );
};
