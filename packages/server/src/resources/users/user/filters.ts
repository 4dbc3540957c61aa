import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { booleanOf } from '../../../engine/fields/boolean/boolean.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import type { Filters } from '../../../engine/resource.ts';
import { attrRules } from '../../../engine/selector/attrRules.ts';
import { isUuid, texts } from '../../../platform/database.ts';
import { allRoles } from '../../rbac/role/relations.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';
import { roleName } from '../../roleName.ts';
import { allUserGroups } from '../usergroup/relations.ts';
import type { LockOut } from './lockOut.ts';

/**
 * Ids of the roles that a filter names by id, by name, or by a built-in role's name in the reader's language.
 */
const roleIds = async (value: string, scope: 'system' | 'org', ctx: Context): Promise<string[]> => {
  if (isUuid(value)) return [value];
  const roles = await ctx.db.rows<{ id: string; name: string; builtin: boolean }>(
    sql`select id::text as id, name, builtin from ${allRoles} r where scope = ${scope}`,
  );
  return roles.filter((role) => role.name === value || roleName(role, ctx) === value).map(({ id }) => id);
};

const holds = async (value: string, scope: 'system' | 'org', ctx: Context): Promise<SQL> => {
  const ids = await roleIds(value, scope, ctx);
  const here = scope === 'org' && !ctx.org.isRoot ? sql`and b.org = ${ctx.org.id}` : sql``;
  return sql`exists (select 1 from ${allRoleBindings} b where b."user" = t.id
    and b.role = any(${`{${ids.join(',')}}`}::uuid[]) ${here})`;
};

const inGroup = (groupId: string): SQL => {
  if (!isUuid(groupId)) return refuse('invalid_uuid');
  return sql`exists (select 1 from users_user_groups g where g."user" = t.id and g.usergroup = ${groupId})`;
};

/** Query parameters of the user list beyond plain columns. */
export const userFilters = ({
  lockOut,
}: {
  lockOut: Pick<LockOut, 'lockedNames'>;
}): Filters<typeof user> => ({
  groups: (value, ctx) =>
    sql`exists (select 1 from users_user_groups g join ${allUserGroups} n on n.id = g.usergroup
      where g."user" = t.id and ${isUuid(value) ? sql`n.id = ${value}` : sql`n.name = ${value}`}
      ${ctx.org.isRoot ? sql`` : sql`and n.org_id = ${ctx.org.id}`})`,
  group_id: inGroup,
  exclude_group_id: (value) => sql`not ${inGroup(value)}`,
  attr_rules: attrRules('users.user'),
  system_roles: (value, ctx) => holds(value, 'system', ctx),
  org_roles: (value, ctx) => holds(value, 'org', ctx),
  login_blocked: async (value, ctx) => {
    const isBlocked = booleanOf(value) ?? refuse('invalid_boolean');
    return sql`(t.username = any(${texts(await lockOut.lockedNames(ctx.db))})) = ${isBlocked}`;
  },
});
