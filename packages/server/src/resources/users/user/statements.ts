import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { sql } from 'drizzle-orm';
import type { Row } from '../../../engine/resource.ts';
import { type Database, id, uuids } from '../../../platform/database.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';
import { allUserGroups } from '../usergroup/relations.ts';
import { allUsers } from './relations.ts';

/** Users as they are stored, whatever their organization. */
export const storedUsers = (ids: readonly string[], db: Database): Promise<Row<typeof user>[]> =>
  db.rows<Row<typeof user>>(sql`select t.* from users_user t where t.id = any(${uuids(ids)})`);

/** The user of a name, unless a service account. */
export const userNamed = async (
  username: string,
  db: Database,
): Promise<{ id: string; name: string; username: string; email: string } | undefined> =>
  (
    await db.rows<{ id: string; name: string; username: string; email: string }>(
      sql`select id::text as id, name, username, email from users_user where username = ${username} and not is_service_account`,
    )
  )[0];

/** Locks a user until the transaction ends, so that counts of what belongs to the user stay correct. */
export const lockUser = async (userId: string, db: Database): Promise<void> => {
  await db.rows(sql`select 1 from users_user where id = ${userId} for update`);
};

/** Whether a user was disabled, or has expired. */
export const isShutOut = async (userId: string, db: Database): Promise<boolean> => {
  const found = await db.rows(
    sql`select 1 from users_user where id = ${userId} and not (is_active and (date_expired is null or date_expired > now()))`,
  );
  return found.length > 0;
};

/** Whether a user exists in the database. */
export const isStored = async (userId: string, db: Database): Promise<boolean> =>
  (await db.rows(sql`select 1 from users_user where id = ${userId}`)).length > 0;

/** Whether a user exists and is not a superuser. */
export const isOrdinary = async (userId: string, db: Database): Promise<boolean> => {
  const found = await db.rows(sql`select 1 from users_user u where u.id = ${userId}
    and not exists (select 1 from ${allRoleBindings} b where b."user" = u.id and b.role = ${builtinRoles.systemAdmin.id})`);
  return found.length > 0;
};

/** Records that a user signed in. */
export const noteSignedIn = async (userId: string, db: Database): Promise<void> => {
  await db.rows(sql`update users_user set last_login = now() where id = ${userId}`);
};

/** Records that a user's access key was used. */
export const noteKeyUsedBy = async (userId: string, db: Database): Promise<void> => {
  await db.rows(sql`update users_user set date_api_key_last_used = now() where id = ${userId}`);
};

/**
 * Stores the sealed secret of an authenticator app and switches MFA on; false for a user who already has one.
 */
export const storeOtp = async (
  userId: string,
  { sealed, step }: { sealed: string; step: number },
  db: Database,
): Promise<boolean> => {
  const bound = await db.rows(
    sql`update users_user set otp_secret = ${sealed}, otp_last_step = ${step}, mfa_level = greatest(mfa_level, 1)
      where id = ${userId} and otp_secret is null returning 1`,
  );
  return bound.length > 0;
};

/** Deletes the secret of a user's authenticator app; false when there was none. */
export const forgetOtp = async (userId: string, db: Database): Promise<boolean> => {
  const forgotten = await db.rows(
    sql`update users_user set otp_secret = null, otp_last_step = null where id = ${userId} and otp_secret is not null returning 1`,
  );
  return forgotten.length > 0;
};

/** Deletes the secret of a user's authenticator app and switches MFA off for the user. */
export const switchMfaOff = async (userId: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update users_user set otp_secret = null, otp_last_step = null, mfa_level = 0 where id = ${userId}`,
  );
};

/** Deletes a user's public key. */
export const forgetPublicKey = async (userId: string, db: Database): Promise<void> => {
  await db.rows(sql`update users_user set public_key = '' where id = ${userId}`);
};

/** Stores the sealed password with which the secrets that a user exports are encrypted. */
export const setFilePassword = async (userId: string, sealed: string, db: Database): Promise<void> => {
  await db.rows(sql`update users_user set file_encryption_password = ${sealed} where id = ${userId}`);
};

/** Messengers a user can be linked to; for each there is a column `<name>_id`. */
export const messengers = ['wecom', 'dingtalk', 'feishu', 'lark', 'slack'] as const;
/** A messenger. */
export type Messenger = (typeof messengers)[number];

/** Unlinks a user from a messenger; returns the user, or undefined when there was no link. */
export const forgetMessenger = async (
  messenger: Messenger,
  userId: string,
  db: Database,
): Promise<{ id: string; name: string; username: string } | undefined> => {
  const column = id(`${messenger}_id`);
  const [row] = await db.rows<{ id: string; name: string; username: string }>(
    sql`update users_user set ${column} = null where id = ${userId} and ${column} is not null returning id::text as id, name, username`,
  );
  return row;
};

/**
 * Adds the first administrator, unless the username or the mail address is taken; returns the id of the new
 * user.
 */
export const addFirstAdmin = async (passwordHash: string, db: Database): Promise<string | undefined> => {
  const [made] = await db.rows<{
    id: string;
  }>(sql`insert into users_user (id, name, username, email, public_key, mfa_level, source, wechat,
      need_update_password, is_active, is_service_account, is_first_login, date_expired, date_joined, comment, password_hash, created_by, updated_by, date_updated)
    values (${randomUUID()}, 'Administrator', 'admin', 'admin@example.com', '', 0, 'local', '', true, true, false, true, now() + interval '70 years', now(),
      '', ${passwordHash}, 'System', 'System', now()) on conflict do nothing returning id::text as id`);
  return made?.id;
};

/** Deletes service accounts. */
export const removeServiceAccounts = async (ids: readonly string[], db: Database): Promise<void> => {
  await db.rows(sql`delete from users_user where id = any(${uuids(ids)}) and is_service_account`);
};

/** Disables a service account, or lets it sign in again, for good. */
export const setServiceAccountActive = async (
  userId: string,
  isActive: boolean,
  db: Database,
): Promise<void> => {
  await db.rows(sql`update users_user set is_active = ${isActive},
      date_expired = case when ${isActive} and date_expired <= now() then now() + interval '70 years' else date_expired end
    where id = ${userId} and is_service_account`);
};

/** Members of an organization who do not belong to a group of it. */
export const membersOutside = async (group: { id: string; org: string }, db: Database): Promise<string[]> => {
  const rows = await db.rows<{ user: string }>(sql`select distinct b."user"::text as "user"
    from ${allRoleBindings} b join ${allUsers} u on u.id = b."user"
    where b.org = ${group.org} and not u.is_service_account
      and not exists (select 1 from users_user_groups g where g."user" = b."user" and g.usergroup = ${group.id})`);
  return rows.map(({ user }) => user);
};

/** Adds users to a group. */
export const joinGroup = async (userIds: readonly string[], group: string, db: Database): Promise<void> => {
  await db.rows(sql`insert into users_user_groups ("user", usergroup)
    select u, ${group}::uuid from unnest(${uuids(userIds)}) as u on conflict do nothing`);
};

/** Adds users to the group with this name in an organization. */
export const joinGroupNamed = async (
  userIds: readonly string[],
  group: { org: string; name: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into users_user_groups ("user", usergroup)
    select u, g.id from unnest(${uuids(userIds)}) as u join ${allUserGroups} g on g.org_id = ${group.org} and g.name = ${group.name}
    on conflict do nothing`);
};

/** Removes users from the groups of an organization. */
export const leaveGroups = async (userIds: readonly string[], org: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from users_user_groups g using ${allUserGroups} n
    where n.id = g.usergroup and n.org_id = ${org} and g."user" = any(${uuids(userIds)})`);
};

/** A user's preferences of a category, by name. */
export const preferencesOf = async (
  userId: string,
  category: string,
  db: Database,
): Promise<Map<string, unknown>> => {
  const rows = await db.rows<{ name: string; value: unknown }>(
    sql`select name, value from users_preference where user_id = ${userId} and category = ${category}`,
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
};

/** Stores a user's preference. */
export const storePreference = async (
  userId: string,
  { category, name, value }: { category: string; name: string; value: unknown },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into users_preference (user_id, category, name, value)
    values (${userId}, ${category}, ${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (user_id, category, name) do update set value = excluded.value`);
};
