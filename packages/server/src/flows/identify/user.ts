import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { allRoles } from '../../resources/rbac/role/relations.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import type { HeldRole } from './roles.ts';

/** A user as sign-in and identification see one. */
export type User = {
  id: string;
  name: string;
  username: string;
  source: string;
  is_service_account: boolean;
  is_active: boolean;
  is_expired: boolean;
  mfa_level: number;
  /** Whether an authenticator app is set up. */
  has_otp: boolean;
  held: HeldRole[];
};

/** Columns of a user, selected from `allUsers` with the alias `u`. */
export const userColumns = sql`u.id::text as id, u.name, u.username, u.source, u.is_service_account, u.is_active,
  u.mfa_level::int as mfa_level, u.has_otp,
  (u.date_expired is not null and u.date_expired <= now()) as is_expired,
  coalesce((select jsonb_agg(jsonb_build_object('role', b.role, 'scope', r.scope, 'org', b.org, 'version', r.xmin::text))
    from ${allRoleBindings} b join ${allRoles} r on r.id = b.role where b."user" = u.id), '[]'::jsonb) as held`;

/** The user who matches a condition on the alias `u`. */
export const findUser = async (where: SQL, db: Database): Promise<User | undefined> =>
  (await db.rows<User>(sql`select ${userColumns} from ${allUsers} u where ${where} limit 1`))[0];

/** Whether a user may sign in and work at all. */
export const isValid = (user: User): boolean => user.is_active && !user.is_expired;

/** Whether a user holds the role SystemAdmin, which passes every check. */
export const isSuperuser = (user: Pick<User, 'held'>): boolean =>
  user.held.some(({ role }) => role === builtinRoles.systemAdmin.id);

/** Whether a user administers any organization: rules for administrators apply to such users everywhere. */
export const isAdminAnywhere = (user: Pick<User, 'held'>): boolean =>
  isSuperuser(user) || user.held.some(({ role }) => role === builtinRoles.orgAdmin.id);
