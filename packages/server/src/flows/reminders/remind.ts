import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { toldToday } from '../../resources/audits/messagelog/relations.ts';
import {
  allPermissionGroups,
  allPermissions,
  allPermissionUsers,
} from '../../resources/perms/assetpermission/relations.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { allGroupMembers, allUsers } from '../../resources/users/user/relations.ts';
import { notify } from '../notifications/notify.ts';

/** Days before the end at which reminders begin. */
const passwordDays = 5;
const otherDays = 3;
/** From this value of the setting on, passwords do not expire. */
const neverDays = 9999;

/** By which days users are reminded once, and a signal that ends a run between two messages. */
export type Pace = { zone: string; signal?: AbortSignal };
const usual: Pace = { zone: 'UTC' };

type ByDays = { days: number; people: string[] };

/** Sends one message after the other, each in a transaction with the lines that say whom it reached. */
const tellEach = async <Part extends { people: string[] }>(
  parts: readonly Part[],
  tell: (part: Part, tx: Database) => Promise<void>,
  { db, signal }: { db: Database; signal?: AbortSignal },
): Promise<number> => {
  let told = 0;
  for (const part of parts) {
    signal?.throwIfAborted();
    await db.transaction((tx) => tell(part, tx));
    told += part.people.length;
  }
  return told;
};

/**
 * Reminds local users whose password expires within days, unless they were today (docs/decisions/0403); returns how
 * many.
 */
export const remindOfPasswords = async (
  db: Database,
  settings: Pick<Settings, 'get'>,
  { zone, signal }: Pace = usual,
): Promise<number> => {
  const age = settings.get('SECURITY_PASSWORD_EXPIRATION_TIME');
  if (age >= neverDays) return 0;
  const groups =
    await db.rows<ByDays>(sql`select ceil(extract(epoch from e.ends - now()) / 86400)::int as days,
      array_agg(e.id::text) as people
    from (select u.id, u.date_password_last_updated + make_interval(days => ${age}) as ends from ${allUsers} u
      where u.source = 'local' and u.is_active and not u.is_service_account) e
    where not exists (select 1 from ${toldToday('password_expiring', zone)} m where m."user" = e.id)
      and e.ends > now() and e.ends < now() + make_interval(days => ${passwordDays}) group by 1`);
  return tellEach(
    groups,
    ({ days, people }, tx) => notify(people, { key: 'password_expiring', params: { days } }, tx),
    { db, signal },
  );
};

/** Reminds users whose account expires within days, unless they were today; returns how many. */
export const remindOfAccounts = async (db: Database, { zone, signal }: Pace = usual): Promise<number> => {
  const groups =
    await db.rows<ByDays>(sql`select ceil(extract(epoch from u.date_expired - now()) / 86400)::int as days,
      array_agg(u.id::text) as people
    from ${allUsers} u where u.is_active and not u.is_service_account
      and not exists (select 1 from ${toldToday('account_expiring', zone)} m where m."user" = u.id)
      and u.date_expired > now() and u.date_expired < now() + make_interval(days => ${otherDays}) group by 1`);
  return tellEach(
    groups,
    ({ days, people }, tx) => notify(people, { key: 'account_expiring', params: { days } }, tx),
    { db, signal },
  );
};

type Ending = { org: string; names: string; people: string[] };

/**
 * Reminds users, also members of groups, whose permissions in an organization expire within days, unless they were
 * today; returns how many reminders.
 */
export const remindOfPermissions = async (db: Database, { zone, signal }: Pace = usual): Promise<number> => {
  const endings =
    await db.rows<Ending>(sql`with ending as (select p.id, p.org_id, p.name from ${allPermissions} p
      where p.is_active and p.date_expired > now() and p.date_expired < now() + make_interval(days => ${otherDays})),
    holders as (select e.org_id, e.name, h."user" from ending e join ${allPermissionUsers} h on h.assetpermission = e.id
      union select e.org_id, e.name, m."user" from ending e join ${allPermissionGroups} g on g.assetpermission = e.id
        join ${allGroupMembers} m on m.usergroup = g.usergroup),
    each as (select h.org_id, h."user", left(string_agg(h.name, ', ' order by h.name), 1000) as names
      from holders h join ${allUsers} u on u.id = h."user" where u.is_active
        and not exists (select 1 from ${toldToday('permissions_expiring', zone)} m
          where m."user" = h."user" and m.org_id = h.org_id) group by 1, 2)
    select e.org_id::text as org, e.names, array_agg(e."user"::text) as people from each e group by 1, 2`);
  return tellEach(
    endings,
    ({ org, names, people }, tx) =>
      notify(people, { key: 'permissions_expiring', params: { names } }, tx, { org }),
    { db, signal },
  );
};

/**
 * Reminds the administrators of each organization of its permissions that expire within days, so that they can extend
 * them before their users lose access, unless they were today; returns how many reminders.
 */
export const remindAdminsOfPermissions = async (
  db: Database,
  { zone, signal }: Pace = usual,
): Promise<number> => {
  const endings =
    await db.rows<Ending>(sql`with ending as (select p.org_id, left(string_agg(p.name, ', ' order by p.date_expired, p.name), 1000) as names
      from ${allPermissions} p
      where p.is_active and p.date_expired > now() and p.date_expired < now() + make_interval(days => ${otherDays})
      group by 1)
    select e.org_id::text as org, e.names, array_agg(distinct u.id::text) as people
    from ending e join ${allRoleBindings} b on b.org = e.org_id and b.role = ${builtinRoles.orgAdmin.id}
      join ${allUsers} u on u.id = b."user"
    where u.is_active and not u.is_service_account
      and not exists (select 1 from ${toldToday('org_permissions_expiring', zone)} m
        where m."user" = u.id and m.org_id = e.org_id) group by 1, 2`);
  return tellEach(
    endings,
    ({ org, names, people }, tx) =>
      notify(people, { key: 'org_permissions_expiring', params: { names } }, tx, { org }),
    { db, signal },
  );
};
