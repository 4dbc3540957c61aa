import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { uuids } from '../../platform/database.ts';
import { allRoleBindings } from '../rbac/rolebinding/relations.ts';
import { allUsers } from '../users/user/relations.ts';

/** Users who belong to the organization of the request; undefined where everybody is seen. */
const membersHere = ({ org }: Context): SQL | undefined => {
  if (org.isRoot && !org.within) return undefined;
  const orgs = org.isRoot ? (org.within ?? []) : [org.id];
  return sql`select b."user" from ${allRoleBindings} b where b.org = any(${uuids(orgs)})`;
};

/** Condition that a log about people without an organization is about somebody who belongs here. */
export const aboutMembers = (userColumn: SQL, ctx: Context): SQL | undefined => {
  const members = membersHere(ctx);
  return members && sql`${userColumn} in (${members})`;
};

/** The same for logs that name people by text: the username, or `Name(username)`; a member called like somebody else is not him. */
export const namingMembers = (textColumn: SQL, ctx: Context): SQL | undefined => {
  const members = membersHere(ctx);
  return (
    members &&
    sql`${textColumn} in (select n.text from ${allUsers} u, lateral (values (u.username), (u.name || '(' || u.username || ')')) as n(text) where u.id in (${members})
      except select o.name || '(' || o.username || ')' from ${allUsers} o where not o.id in (${members}))`
  );
};
