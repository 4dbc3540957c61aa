import { organizationActions } from '@gatehouse/contract/actions/inventory.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../engine/actions/implement.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { allOrganizations } from '../../resources/orgs/organization/relations.ts';
import { allRoles } from '../../resources/rbac/role/relations.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { roleName } from '../../resources/roleName.ts';
import { type ProfileDeps, shownPermissions } from '../profile/profileBody.ts';
import { organizationRow } from './organizationRow.ts';

/** The caller's roles in the organization of the request, including those that apply everywhere. */
const rolesHere = async (ctx: Context) => {
  const rows = await ctx.db.rows<{ id: string; name: string; builtin: boolean }>(
    sql`select distinct r.id::text as id, r.name, r.builtin from ${allRoleBindings} b join ${allRoles} r on r.id = b.role
      where b."user" = ${ctx.actor.id} and (b.org is null or b.org = ${ctx.org.id}) order by r.name`,
  );
  return rows.map((role) => ({ id: role.id, name: role.name, display_name: roleName(role, ctx) }));
};

/** `orgs/orgs/current/`: the organization of this request, and the caller's roles in it. */
export const addCurrentOrganization = (
  ports: HttpPorts,
  deps: Pick<ProfileDeps, 'roles' | 'settings' | 'licence'>,
): void =>
  implement(ports, organizationActions, {
    current: async ({ ctx, request }) => {
      const { id, name } = ctx.org;
      const rows = await ctx.db.rows<{ comment: string }>(
        sql`select comment from ${allOrganizations} o where id = ${id}`,
      );
      const user = request.signedIn?.user;
      return {
        ...organizationRow(id, name),
        comment: rows[0]?.comment ?? '',
        roles: await rolesHere(ctx),
        perms: user ? await shownPermissions(user, deps, ctx) : [...ctx.actor.permissions].sort(),
      };
    },
  });
