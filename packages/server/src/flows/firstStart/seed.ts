import { randomUUID } from 'node:crypto';
import { builtinPlatforms } from '@gatehouse/contract/assets/platforms.ts';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { type Database, isUuid } from '../../platform/database.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import { allUserGroups } from '../../resources/users/usergroup/relations.ts';

/** The organization every installation starts with; it may be renamed. */
const seedOrganization = (db: Database) =>
  db.rows(sql`insert into orgs_organization (id, name, comment, created_by, date_created)
    values (${DEFAULT_ORG_ID}, 'DEFAULT', '', 'System', now()) on conflict do nothing`);

/** Built-in roles follow the program: a new version may give them new permissions. */
const seedRoles = async (db: Database) => {
  const rows = Object.values(builtinRoles).map((role) => ({
    id: role.id,
    name: role.name,
    scope: role.scope,
    codenames: permissionsOfBuiltinRole(role),
  }));
  await db.rows(sql`insert into rbac_role (id, name, scope, comment, builtin, codenames, created_by, updated_by, date_created, date_updated)
    select r.id, r.name, r.scope, '', true, r.codenames, 'System', 'System', now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, name text, scope text, codenames jsonb)
    on conflict (id) do update set codenames = excluded.codenames, name = excluded.name, builtin = true
    where rbac_role.codenames is distinct from excluded.codenames or not rbac_role.builtin`);
};

/** Adds missing platforms; existing ones keep the administrators' changes. */
const seedPlatforms = async (db: Database) => {
  const rows = builtinPlatforms.map((platform, place) => ({
    ...platform,
    place,
    protocols: platform.protocols.map((protocol, index) => ({ id: index + 1, ...protocol })),
  }));
  await db.rows(sql`insert into assets_platform (name, category, type, charset, protocols, su_method, automation, custom_fields, internal,
      domain_enabled, su_enabled, created_by, updated_by, date_created, date_updated, comment)
    select p.name, p.category, p.type, 'utf-8', p.protocols, p.su_method, p.automation, '[]'::jsonb, true, p.domain_enabled, p.su_enabled, 'System', 'System', now(), now(), ''
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(place int, name text, category text, type text, protocols jsonb, su_method text, automation jsonb, domain_enabled boolean, su_enabled boolean)
    where not exists (select 1 from ${allPlatforms} known where known.name = p.name) order by p.place`);
};

const seedGroup = (db: Database) =>
  db.rows(sql`insert into users_usergroup (id, org_id, name, created_by, date_created, comment)
    select ${randomUUID()}, ${DEFAULT_ORG_ID}, 'Default', 'System', now(), ''
    where not exists (select 1 from ${allUserGroups} u where org_id = ${DEFAULT_ORG_ID} and name = 'Default')`);

/** A flow for access requests everywhere from the start; organizations may use another. */
const seedFlow = (db: Database) =>
  db.rows(sql`insert into tickets_ticketflow (id, type, approval_level, rules, org_id, created_by, date_created)
    values (${randomUUID()}, 'apply_asset', 1, ${JSON.stringify([{ strategy: 'super_admin', assignees: [] }])}::jsonb, ${ROOT_ORG_ID}, 'System', now())
    on conflict do nothing`);

/** Adds the first administrator when there is none; returns whether the password hash was stored. */
export const seedAdmin = async (passwordHash: string, db: Database): Promise<boolean> => {
  const id = randomUUID();
  const made = await db.rows<{
    id: string;
  }>(sql`insert into users_user (id, name, username, email, public_key, mfa_level, source, wechat,
      need_update_password, is_active, is_service_account, is_first_login, date_expired, date_joined, comment, password_hash, created_by, updated_by, date_updated)
    values (${id}, 'Administrator', 'admin', 'admin@example.com', '', 0, 'local', '', true, true, false, true, now() + interval '70 years', now(),
      '', ${passwordHash}, 'System', 'System', now()) on conflict do nothing returning id::text as id`);
  const adminId = made[0]?.id;
  if (!isUuid(adminId)) return false;
  await db.rows(sql`insert into rbac_rolebinding (id, "user", role, scope, org) values
    (${randomUUID()}, ${adminId}, ${builtinRoles.systemAdmin.id}, 'system', null),
    (${randomUUID()}, ${adminId}, ${builtinRoles.orgAdmin.id}, 'org', ${DEFAULT_ORG_ID})`);
  await db.rows(sql`insert into users_user_groups ("user", usergroup)
    select ${adminId}, g.id from ${allUserGroups} g where g.org_id = ${DEFAULT_ORG_ID} and g.name = 'Default' on conflict do nothing`);
  return true;
};

/** Everything an installation starts with, except its administrator. */
export const seedBuiltins = async (db: Database): Promise<void> => {
  await seedOrganization(db);
  await seedRoles(db);
  await seedPlatforms(db);
  await seedGroup(db);
  await seedFlow(db);
};
