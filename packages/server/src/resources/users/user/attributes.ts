import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { sql } from 'drizzle-orm';
import { linkRule } from '../../../engine/fields/ruleSql.ts';
import type { Behaviour, SelectorAttribute } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';

/**
 * Users with any (or all) of the roles; organization roles count in the organization of the request, or in
 * any when that is the root organization.
 */
const holding =
  (scope: 'system' | 'org'): SelectorAttribute =>
  (rule, ctx) => {
    const here = scope === 'org' && !ctx.org.isRoot ? sql`and b.org = ${ctx.org.id}` : sql``;
    return linkRule(
      rule,
      isUuid,
      (role) =>
        sql`t.id in (select b."user" from ${allRoleBindings} b where b.role = ${role}::uuid and b.scope = ${scope} ${here})`,
    );
  };

/** Attributes of users that selectors read from role bindings. */
export const userAttributes: NonNullable<Behaviour<typeof user>['attributes']> = {
  system_roles: holding('system'),
  org_roles: holding('org'),
};
