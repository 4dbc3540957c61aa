import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** A role to bind to a user: everywhere, or in one organization. */
export type NewBinding = { user: string; role: string; scope: 'system' | 'org'; org: string | null };

/** Binds roles to users; existing bindings stay as they are. */
export const bindRoles = async (bindings: readonly NewBinding[], db: Database): Promise<void> => {
  const rows = bindings.map((binding) => ({ id: randomUUID(), ...binding }));
  await db.rows(sql`insert into rbac_rolebinding (id, "user", role, scope, org)
    select n.id, n."user", n.role, n.scope, n.org from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(id uuid, "user" uuid, role uuid, scope text, org uuid) on conflict do nothing`);
};

/** Removes all roles of users in an organization. */
export const unbindRoles = async (userIds: readonly string[], org: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from rbac_rolebinding where "user" = any(${uuids(userIds)}) and org = ${org}`);
};

/**
 * Removes a user's roles, those that apply everywhere or those of one organization, except the ones to keep.
 */
export const unbindOtherRoles = async (
  userId: string,
  { org, kept }: { org: string | null; kept: readonly string[] },
  db: Database,
): Promise<void> => {
  const here = org === null ? sql`b.org is null` : sql`b.org = ${org}`;
  await db.rows(
    sql`delete from rbac_rolebinding b where b."user" = ${userId} and ${here} and not b.role = any(${uuids(kept)})`,
  );
};
