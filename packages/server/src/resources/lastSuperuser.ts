import { AppError } from '@gatehouse/contract/errors.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../platform/database.ts';
import { allRoleBindings } from './rbac/rolebinding/relations.ts';
import { passwordHolders } from './users/user/relations.ts';

/** A superuser, and the expiry date before a change. */
export type Superuser = { id: string; date_expired: string | null };

/** Those who can get in however the other ways to sign in are set up. */
const superusers = sql`(select u.id, u.date_expired, u.last_used, u.date_joined from ${passwordHolders} u
  where exists (select 1 from ${allRoleBindings} b where b."user" = u.id and b.role = ${builtinRoles.systemAdmin.id}))`;

/** Superusers may expire, but the last one not within a year. */
const yearMs = 365 * 86_400_000;
const never = 'infinity';

const lock = 'last superuser';

/**
 * Makes transactions that take superusers away wait for each other: two superusers who remove one another would
 * both still find one left.
 */
const takeTurns = async (db: Database): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext(${lock}))`);
};

/** Which of these users are superusers who can sign in with a password. */
export const superusersAmong = (ids: readonly string[], db: Database): Promise<Superuser[]> =>
  db.rows<Superuser>(
    sql`select s.id::text as id, s.date_expired from ${superusers} s where s.id = any(${uuids(ids)})`,
  );

/** Whether a superuser with a new expiry date stays one for long enough. */
export const staysLongEnough = (before: string | null, after: string | null): boolean => {
  if (after === null) return true;
  const until = new Date(after).getTime();
  return until >= Date.now() + yearMs || (before !== null && until >= new Date(before).getTime());
};

const latest = (dates: readonly (string | null)[]): string =>
  dates.reduce<string>((found, date) => {
    if (date === null || found === never) return never;
    return found === '' || new Date(date) > new Date(found) ? date : found;
  }, '');

/**
 * Refuses, by throwing, to lose superusers when no other would be left who can sign in with a password, now and as
 * long as those lost could have (at most a year). Called in the transaction of the change, before or after it, by
 * everything that deletes, disables, expires or degrades users (docs/decisions/0487).
 */
export const guardLastSuperuser = async (lost: readonly Superuser[], db: Database): Promise<void> => {
  if (lost.length === 0) return;
  await takeTurns(db);
  const until = latest(lost.map(({ date_expired }) => date_expired));
  const left =
    await db.rows(sql`select 1 from ${superusers} s where not s.id = any(${uuids(lost.map(({ id }) => id))})
    and coalesce(s.date_expired, 'infinity') >= least(${until}::timestamptz, now() + interval '365 days') limit 1`);
  if (left.length === 0) throw new AppError('permission_denied', {}, { messageKey: 'last_superuser' });
};

/** The superuser whom a job may not take away: the one used last; undefined when there is none. */
export const superuserToKeep = async (db: Database): Promise<string | undefined> => {
  await takeTurns(db);
  const [found] = await db.rows<{ id: string }>(
    sql`select s.id::text as id from ${superusers} s order by s.last_used desc nulls last, s.date_joined, s.id limit 1`,
  );
  return found?.id;
};
