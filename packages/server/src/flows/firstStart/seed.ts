import { builtinPlatforms } from '@gatehouse/contract/assets/platforms.ts';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Database } from '../../platform/database.ts';
import { addMissingPlatforms } from '../../resources/assets/platform/statements.ts';
import { addFirstOrganization } from '../../resources/orgs/organization/statements.ts';
import { storeBuiltinRoles } from '../../resources/rbac/role/statements.ts';
import { bindRoles } from '../../resources/rbac/rolebinding/statements.ts';
import { addFirstFlow } from '../../resources/tickets/ticketflow/statements.ts';
import { addFirstAdmin, joinGroupNamed } from '../../resources/users/user/statements.ts';
import { addFirstGroup } from '../../resources/users/usergroup/statements.ts';

/** The organization and the group every installation starts with; their names may be changed later. */
const organization = { id: DEFAULT_ORG_ID, name: 'DEFAULT' };
const group = { org: DEFAULT_ORG_ID, name: 'Default' };

/** Adds the first administrator when there is none; returns whether the password hash was stored. */
export const seedAdmin = async (passwordHash: string, db: Database): Promise<boolean> => {
  const user = await addFirstAdmin(passwordHash, db);
  if (user === undefined) return false;
  const roles = [
    { user, role: builtinRoles.systemAdmin.id, scope: 'system', org: null },
    { user, role: builtinRoles.orgAdmin.id, scope: 'org', org: DEFAULT_ORG_ID },
  ] as const;
  await bindRoles(roles, db);
  await joinGroupNamed([user], group, db);
  return true;
};

/** Adds everything an installation starts with, except its administrator. */
export const seedBuiltins = async (db: Database): Promise<void> => {
  await addFirstOrganization(organization, db);
  const roles = Object.values(builtinRoles).map((role) => ({
    id: role.id,
    name: role.name,
    scope: role.scope,
    codenames: permissionsOfBuiltinRole(role),
  }));
  await storeBuiltinRoles(roles, db);
  await addMissingPlatforms(builtinPlatforms, db);
  await addFirstGroup(group, db);
  // Asset requests have an approval flow in every organization from the start; organizations may define their
  // own.
  await addFirstFlow({ type: 'apply_asset', org: ROOT_ORG_ID }, db);
};
