import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** A built-in role. */
export type BuiltinRole = { id: string; name: string; scope: string; codenames: readonly string[] };

/** Stores the built-in roles; a new version of the program may give them other permissions. */
export const storeBuiltinRoles = async (roles: readonly BuiltinRole[], db: Database): Promise<void> => {
  await db.rows(sql`insert into rbac_role (id, name, scope, comment, builtin, codenames, created_by, updated_by, date_created, date_updated)
    select r.id, r.name, r.scope, '', true, r.codenames, 'System', 'System', now(), now()
    from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as r(id uuid, name text, scope text, codenames jsonb)
    on conflict (id) do update set codenames = excluded.codenames, name = excluded.name, builtin = true
    where rbac_role.codenames is distinct from excluded.codenames or not rbac_role.builtin`);
};

/** Gives a role exactly these permissions. */
export const setCodenames = async (id: string, codenames: readonly string[], db: Database): Promise<void> => {
  await db.rows(sql`update rbac_role set codenames = ${JSON.stringify(codenames)}::jsonb where id = ${id}`);
};
