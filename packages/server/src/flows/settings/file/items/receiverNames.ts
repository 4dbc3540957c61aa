import { type SQL, sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../../../../platform/database.ts';
import { allOrganizations } from '../../../../resources/orgs/organization/relations.ts';
import { allUsers } from '../../../../resources/users/user/relations.ts';
import { allUserGroups } from '../../../../resources/users/usergroup/relations.ts';
import type { SystemSubscription } from '../../../notifications/systemSubscriptions.ts';

/** Users and groups by names that are valid on another installation as well. */
const named = {
  users: sql`(select id, username as name from ${allUsers} u where not is_service_account)`,
  groups: sql`(select g.id, o.name || '/' || g.name as name from ${allUserGroups} g join ${allOrganizations} o on o.id = g.org_id)`,
} as const;

const rowsOf = (kind: 'users' | 'groups', where: SQL, db: Database) =>
  db.rows<{ id: string; name: string }>(
    sql`select r.id::text as id, r.name from ${named[kind]} r where ${where} order by r.name collate "C"`,
  );

/** The receivers of a subscription by name: usernames, and groups as `organization/group`. */
export const receiverNames = async (
  { users, groups }: Pick<SystemSubscription, 'users' | 'groups'>,
  db: Database,
): Promise<{ users: string[]; groups: string[] }> => {
  const namesOf = async (kind: 'users' | 'groups', ids: readonly string[]) =>
    (await rowsOf(kind, sql`r.id = any(${uuids(ids)})`, db)).map(({ name }) => name);
  return { users: await namesOf('users', users), groups: await namesOf('groups', groups) };
};

/** Ids by such names, for those that exist. */
export const receiverIds = async (
  kind: 'users' | 'groups',
  names: readonly string[],
  db: Database,
): Promise<ReadonlyMap<string, string>> =>
  new Map((await rowsOf(kind, sql`r.name = any(${texts(names)})`, db)).map(({ id, name }) => [name, id]));
