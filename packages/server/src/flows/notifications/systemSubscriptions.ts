import { messageSpec } from '@gatehouse/contract/messages/messages.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { MessageBackend } from '@gatehouse/contract/wire/siteMessages.ts';
import { sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../../platform/database.ts';
import { readStored } from '../../platform/settings.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { allGroupMembers, allUsers } from '../../resources/users/user/relations.ts';
import { allUserGroups } from '../../resources/users/usergroup/relations.ts';

/** Who subscribes to a message of the system, and by which channels. */
export type SystemSubscription = { users: string[]; groups: string[]; receive_backends: MessageBackend[] };

/** A user who gets a message of the system. */
export type Subscriber = { id: string; name: string; email: string };

/** Users with an address that the settings name for alerts about commands (reference 07 §3.26). */
const namedForCommands = async (db: Database): Promise<string[]> => {
  const stored = await readStored('SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER', db);
  const addresses = String(stored ?? '')
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter(Boolean);
  if (addresses.length === 0) return [];
  const found = await db.rows<{ id: string }>(sql`select u.id::text as id from ${allUsers} u
    where lower(u.email) = any(${texts(addresses)}) and u.is_active and not u.is_service_account order by u.name, u.id`);
  return found.map(({ id }) => id);
};

/** By mail, until an administrator chooses others: those whom the settings name, or administrators of the whole system. */
const firstReceivers = async (type: string, db: Database): Promise<SystemSubscription> => {
  const named = type === 'CommandAlertMessage' ? await namedForCommands(db) : [];
  if (named.length > 0) return { users: named, groups: [], receive_backends: ['email'] };
  const found = await db.rows<{ id: string }>(sql`select distinct u.id::text as id from ${allUsers} u
    join ${allRoleBindings} b on b."user" = u.id
    where b.role = ${builtinRoles.systemAdmin.id} and b.scope = 'system' and u.is_active and not u.is_service_account`);
  return { users: found.map(({ id }) => id), groups: [], receive_backends: ['email'] };
};

/** The subscription to a message, as chosen, or as it is at first. */
export const subscriptionOf = async (key: string, db: Database): Promise<SystemSubscription> => {
  const type = messageSpec(key)?.subscription ?? key;
  const [found] =
    await db.rows<SystemSubscription>(sql`select users::text[] as users, groups::text[] as groups,
    receive_backends from notifications_systemmsgsubscription where message_type = ${type}`);
  return found ?? firstReceivers(type, db);
};

/** Users of a subscription and members of its groups; disabled users get nothing. */
export const subscribersOf = ({ users, groups }: SystemSubscription, db: Database): Promise<Subscriber[]> =>
  db.rows<Subscriber>(sql`select u.id::text as id, u.name || '(' || u.username || ')' as name, u.email from ${allUsers} u
    where u.is_active and not u.is_service_account and (u.id = any(${uuids(users)})
      or u.id in (select g."user" from ${allGroupMembers} g where g.usergroup = any(${uuids(groups)})))
    order by u.name, u.id`);

/** Who gets a message of the system now, and by which channels. */
export const receiversOf = async (
  key: string,
  db: Database,
): Promise<{ users: string[]; backends: string[] }> => {
  const chosen = await subscriptionOf(key, db);
  const people = await subscribersOf(chosen, db);
  return { users: people.map(({ id }) => id), backends: chosen.receive_backends };
};

/** Those of the ids that name users, and groups. */
export const knownReceivers = async (
  ids: { users: readonly string[]; groups: readonly string[] },
  db: Database,
): Promise<Pick<SystemSubscription, 'users' | 'groups'>> => {
  const users = await db.rows<{ id: string }>(
    sql`select u.id::text as id from ${allUsers} u where u.id = any(${uuids(ids.users)}) and not u.is_service_account`,
  );
  const groups = await db.rows<{ id: string }>(
    sql`select g.id::text as id from ${allUserGroups} g where g.id = any(${uuids(ids.groups)})`,
  );
  return { users: users.map(({ id }) => id), groups: groups.map(({ id }) => id) };
};

/** Stores who subscribes to a message. */
export const storeSubscription = async (
  type: string,
  chosen: SystemSubscription,
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into notifications_systemmsgsubscription (message_type, users, groups, receive_backends)
    values (${type}, ${uuids(chosen.users)}, ${uuids(chosen.groups)}, ${texts(chosen.receive_backends)})
    on conflict (message_type) do update set users = excluded.users, groups = excluded.groups,
      receive_backends = excluded.receive_backends`);
};
