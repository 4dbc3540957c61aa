import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { uuids } from '../../platform/database.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';

type Holders = {
  users: number;
  organizations: { id: string; name: string; users: number }[];
  elsewhere: number;
};

/** Bindings in organizations whose users the caller sees where the request is made, and those that bind everywhere. */
const shownTo = ({ org }: Context): SQL => {
  if (!org.isRoot) return sql`(b.org is null or b.org = ${org.id})`;
  return org.within ? sql`(b.org is null or b.org = any(${uuids(org.within)}))` : sql`true`;
};

/**
 * Whom a change of a role concerns. A role is the same in every organization, so users elsewhere count as well, but
 * only the organizations of the request are named.
 */
export const holdersOf = async (roleId: string, ctx: Context): Promise<Holders> => {
  const bindings = sql`${allRoleBindings} b join ${allUsers} u on u.id = b."user"
    where b.role = ${roleId} and not u.is_service_account`;
  const [all] = await ctx.db.rows<{
    users: number;
    here: number;
  }>(sql`select count(distinct b."user")::int as users,
    (count(distinct b."user") filter (where ${shownTo(ctx)}))::int as here from ${bindings}`);
  const rows = await ctx.db.rows<{ id: string; users: number }>(
    sql`select b.org::text as id, count(distinct b."user")::int as users from ${bindings}
      and b.org is not null and ${shownTo(ctx)} group by b.org`,
  );
  const organizations = rows.map(({ id, users }) => ({
    id,
    name: ctx.engine.organizationName(id) ?? '',
    users,
  }));
  organizations.sort((a, b) => b.users - a.users || a.name.localeCompare(b.name));
  const { users, here } = all ?? { users: 0, here: 0 };
  return { users, organizations, elsewhere: users - here };
};
