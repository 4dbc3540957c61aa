import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { permissionName, permissionsOfScope } from '@gatehouse/contract/permissions/catalogue.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { allRoles } from '../../resources/rbac/role/relations.ts';

/** A held role: everywhere (no organization) or in one organization. `version` changes with the role. */
export type HeldRole = { role: string; scope: 'system' | 'org'; org: string | null; version: string };

/** Resolves what held roles allow. Roles are read once per version, and unions cached. */
export type RoleBook = {
  /** Codenames in an organization, in their order; null is the root organization, where only system roles count. */
  permissionsIn(held: readonly HeldRole[], org: string | null, db: Database): Promise<ReadonlySet<string>>;
  /** The held roles that allow a codename, wherever they apply. */
  holding(held: readonly HeldRole[], codename: string, db: Database): Promise<HeldRole[]>;
};

const builtin: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(builtinRoles).map((role) => [role.id, permissionsOfBuiltinRole(role)]),
);
const grantable = {
  system: new Set(permissionsOfScope('system').map(permissionName)),
  org: new Set(permissionsOfScope('org').map(permissionName)),
};

/** Maximum number of roles, and of unions, kept in memory; beyond it, that cache is cleared. */
const mostKept = 2_000;

/** The role book of one server. */
export const createRoleBook = (): RoleBook => {
  const codenames = new Map<string, readonly string[]>();
  const unions = new Map<string, ReadonlySet<string>>();
  const keyOf = ({ role, version }: HeldRole) => `${role}:${version}`;

  const learn = async (held: readonly HeldRole[], db: Database) => {
    const unknown = held.filter((role) => !builtin.has(role.role) && !codenames.has(keyOf(role)));
    if (unknown.length === 0) return;
    if (codenames.size > mostKept) codenames.clear();
    const rows = await db.rows<{ id: string; codenames: unknown }>(
      sql`select id::text as id, codenames from ${allRoles} r where id = any(${uuids(unknown.map((role) => role.role))})`,
    );
    for (const holding of unknown) {
      const found = rows.find((row) => row.id === holding.role)?.codenames;
      codenames.set(keyOf(holding), Array.isArray(found) ? found.map(String) : []);
    }
  };
  const namesOf = (role: HeldRole) => builtin.get(role.role) ?? codenames.get(keyOf(role)) ?? [];

  return {
    permissionsIn: async (held, org, db) => {
      const counted = held.filter((role) => role.scope === 'system' || (org !== null && role.org === org));
      await learn(counted, db);
      const key = counted.map(keyOf).sort().join(',');
      const known = unions.get(key);
      if (known) return known;
      if (unions.size > mostKept) unions.clear();
      const union = new Set(
        counted.flatMap((role) => namesOf(role).filter((name) => grantable[role.scope].has(name))).sort(),
      );
      unions.set(key, union);
      return union;
    },
    holding: async (held, codename, db) => {
      await learn(held, db);
      return held.filter((role) => grantable[role.scope].has(codename) && namesOf(role).includes(codename));
    },
  };
};
