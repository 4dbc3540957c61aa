import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { uuids } from '../../platform/database.ts';
import { allRoleBindings } from '../rbac/rolebinding/relations.ts';
import { allUsers } from '../users/user/relations.ts';

/** Members of the organization of the request; undefined where all users are visible. */
const membersHere = ({ org }: Context): SQL | undefined => {
  if (org.isRoot && !org.within) return undefined;
  const orgs = org.isRoot ? (org.within ?? []) : [org.id];
  return sql`select b."user" from ${allRoleBindings} b where b.org = any(${uuids(orgs)})`;
};

/** Condition that limits a log without an organization to entries about members. */
export const aboutMembers = (userColumn: SQL, ctx: Context): SQL | undefined => {
  const members = membersHere(ctx);
  return members && sql`${userColumn} in (${members})`;
};

/**
 * Like `aboutMembers`, for logs that name users by username or `Name(username)`. A text that is also the
 * `Name(username)` of a user who is not a member does not match.
 */
export const namingMembers = (textColumn: SQL, ctx: Context): SQL | undefined => {
  const members = membersHere(ctx);
  return (
    members &&
    sql`${textColumn} in (select n.text from ${allUsers} u, lateral (values (u.username), (u.name || '(' || u.username || ')')) as n(text) where u.id in (${members})
      except select o.name || '(' || o.username || ')' from ${allUsers} o where not o.id in (${members}))`
  );
};
