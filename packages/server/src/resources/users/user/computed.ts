import { user } from '@gatehouse/contract/resources/users/user.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { choiceLabel } from '../../../engine/labels.ts';
import type { Computed, Row } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import { instantOf } from '../../../platform/time.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';
import { roleName } from '../../roleName.ts';
import { administers, hasSystemAdmin, isAnyAdmin, rolesOf, type UserRole } from '../../rolesOfUsers.ts';
import type { LockOut } from './lockOut.ts';
import { type MfaDuty, mfaDutyOf } from './mfa.ts';

/** What the computed fields of a user need. */
export type ComputedDeps = { settings: Settings; lockOut: LockOut };

const isExpired = (row: Row<typeof user>): boolean => {
  const until = instantOf(row.date_expired);
  return until !== null && until.getTime() <= Date.now();
};

const eachWithRoles =
  <T>(value: (roles: UserRole[], row: Row<typeof user>, ctx: Context) => T) =>
  async (rows: Row<typeof user>[], ctx: Context): Promise<T[]> => {
    const roles = await rolesOf(rows, ctx);
    return rows.map((row) => value(roles.get(row.id) ?? [], row, ctx));
  };

const orgRolesHere = (roles: readonly UserRole[], ctx: Context) =>
  roles.filter(({ scope, org }) => scope === 'org' && org === ctx.org.id);

const rolesByOrganization = (roles: readonly UserRole[], ctx: Context): Record<string, string[]> => {
  const named = roles.filter(({ org }) => org !== null);
  const byName = Object.groupBy(named, ({ org }) => ctx.engine.organizationName(String(org)) ?? '');
  return Object.fromEntries(
    Object.entries(byName).map(([org, held]) => [org, (held ?? []).map((role) => roleName(role, ctx))]),
  );
};

const eachDuty = (settings: Settings, name: keyof MfaDuty) =>
  eachWithRoles(
    (roles, row) => mfaDutyOf({ level: Number(row.mfa_level), isAdmin: isAnyAdmin(roles) }, settings)[name],
  );

/** The one way that forms offer: passwords are set directly. */
const strategyLabel = (ctx: Context) => ({
  value: 'custom' as const,
  label: choiceLabel({ name: 'password_strategy', resource: ctx.engine.resource(user), ctx }, 'custom'),
});

/** Values not stored in a user's row. */
export const userComputed = ({ settings, lockOut }: ComputedDeps): Computed<typeof user> => ({
  password_strategy: (rows, ctx) => rows.map(() => strategyLabel(ctx)),
  system_roles: eachWithRoles((roles, _row, ctx) =>
    roles
      .filter(({ scope }) => scope === 'system')
      .map((role) => ({ id: role.role, display_name: roleName(role, ctx) })),
  ),
  org_roles: eachWithRoles((roles, _row, ctx) =>
    orgRolesHere(roles, ctx).map((role) => ({
      id: role.role,
      display_name: roleName(role, ctx),
      name: role.name,
    })),
  ),
  orgs_roles: eachWithRoles((roles, _row, ctx) => rolesByOrganization(roles, ctx)),
  avatar_url: (rows) => rows.map(() => '/static/avatar.svg'),
  // Login rules with approval come with the access rules; until then there are none.
  login_confirm_settings: (rows) => rows.map(() => []),
  is_expired: (rows) => rows.map(isExpired),
  is_valid: (rows) => rows.map((row) => row.is_active === true && !isExpired(row)),
  is_superuser: eachWithRoles((roles) => hasSystemAdmin(roles)),
  is_org_admin: eachWithRoles((roles, _row, ctx) => administers(roles, ctx.org.id)),
  mfa_force_enabled: eachDuty(settings, 'isForced'),
  mfa_enabled: eachDuty(settings, 'isOn'),
  is_otp_secret_key_bound: (rows) => rows.map((row) => !!row.otp_secret),
  can_public_key_auth: (rows) => rows.map(() => settings.get('TERMINAL_PUBLIC_KEY_AUTH')),
  login_blocked: async (rows, ctx) => {
    const locked = await lockOut.lockedAmong(
      rows.map((row) => row.username),
      ctx.db,
    );
    return rows.map((row) => locked.has(row.username));
  },
});

/**
 * Condition over alias `t` that a user is a member of the organization of the request; in the root
 * organization, of one that the caller may see. Undefined if every user counts.
 */
export const memberCondition = (ctx: Context) => {
  const { org } = ctx;
  if (org.isRoot && !org.within) return undefined;
  const within = org.isRoot ? (org.within ?? []) : org.within?.includes(org.id) === false ? [] : [org.id];
  return sql`exists (select 1 from ${allRoleBindings} m where m."user" = t.id and m.org = any(${uuids(within)}))`;
};
