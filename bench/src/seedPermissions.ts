import type pg from 'pg';
import { openPool } from '../../packages/server/src/platform/database.ts';

/** Number of users, user groups and permissions to generate, and their organization. */
export type AccessSize = { users: number; groups: number; permissions: number; org: string };

const users = `insert into users_user (id, name, username, email, public_key, mfa_level, source, wechat, need_update_password, is_active,
    is_service_account, is_first_login, date_expired, date_joined, created_by, updated_by)
  select gen_random_uuid(), 'User ' || i, 'user' || i, 'user' || i || '@bench.local', '', 0, 'local', '', false, true, false, false,
    '2099-01-01', now(), 'System', 'System' from generate_series(1, $1::int) i`;

const role = `insert into rbac_role (id, name, scope, codenames, builtin, created_by, updated_by, comment)
  values ('00000000-0000-0000-0000-000000000007', 'OrgUser', 'org', '[]', true, 'System', 'System', '') on conflict do nothing`;

const members = `insert into rbac_rolebinding (id, "user", role, scope, org)
  select gen_random_uuid(), u.id, '00000000-0000-0000-0000-000000000007', 'org', $1::uuid from users_user u where u.username like 'user%'`;

const groups = `insert into users_usergroup (id, org_id, name, created_by, comment)
  select gen_random_uuid(), $1::uuid, 'Group ' || i, 'System', '' from generate_series(1, $2::int) i`;

/** Nearly every user is in two groups, the others in one. */
const memberships = `with g as materialized (select array_agg(id order by name) as ids, count(*)::int as many from users_usergroup where org_id = $1),
    u as materialized (select id, (row_number() over (order by username))::int as at from users_user where username like 'user%')
  insert into users_user_groups ("user", usergroup)
  select u.id, g.ids[1 + u.at % g.many] from u, g union select u.id, g.ids[1 + u.at * 13 % g.many] from u, g`;

const permissions = `insert into perms_assetpermission (id, org_id, name, accounts, protocols, actions, is_active, from_ticket, date_start, date_expired, created_by, comment)
  select gen_random_uuid(), $1::uuid, 'Permission ' || lpad(i::text, 6, '0'), case when i % 3 = 0 then '["@ALL"]'::jsonb else '["root", "@USER", "@INPUT"]'::jsonb end,
    '["all"]', 127, i % 50 <> 0, false, now() - interval '1 day', case when i % 40 = 0 then now() - interval '1 hour' else timestamptz '2099-01-01' end, 'System', ''
  from generate_series(1, $2::int) i`;

const numbered = `p as materialized (select id, (row_number() over (order by name))::int as at from perms_assetpermission where org_id = $1)`;

/** Half of the permissions name a user, half a group. */
const subjects = [
  `with ${numbered}, u as materialized (select array_agg(id order by username) as ids, count(*)::int as many from users_user where username like 'user%')
   insert into perms_assetpermission_users (assetpermission, "user") select p.id, u.ids[1 + (p.at::bigint * 7919 % u.many)::int] from p, u where p.at % 2 = 0`,
  `with ${numbered}, g as materialized (select array_agg(id order by name) as ids, count(*)::int as many from users_usergroup where org_id = $1)
   insert into perms_assetpermission_user_groups (assetpermission, usergroup) select p.id, g.ids[1 + (p.at::bigint * 6151 % g.many)::int] from p, g where p.at % 2 = 1`,
];

/** Of a hundred permissions, 59 grant a leaf, 10 a twig, 1 a branch, and 30 five single assets each. */
const targets = [
  `with ${numbered}, n as materialized (select nlevel(path) as level, array_agg(id order by key) as ids, count(*)::int as many from assets_node where org_id = $1 group by 1)
   insert into perms_assetpermission_nodes (assetpermission, node)
   select p.id, n.ids[1 + (p.at::bigint * 104729 % n.many)::int] from p
   join n on n.level = case when p.at % 100 = 50 then 2 when p.at % 10 = 6 then 3 when p.at % 10 < 6 then 4 end`,
  `with ${numbered}, a as materialized (select array_agg(id order by name) as ids, count(*)::int as many from assets_asset where org_id = $1)
   insert into perms_assetpermission_assets (assetpermission, asset)
   select p.id, a.ids[1 + ((p.at::bigint * 31 + k * 15485863) % a.many)::int] from p, a, generate_series(1, 5) k where p.at % 10 > 6 on conflict do nothing`,
];

/**
 * Gives four users unusual permissions: the first the root node, the second a thousand leaves, the third a
 * thousand permissions on five assets each, the fourth three leaves.
 */
const unusual = `with who as materialized (select u.id, u.username from users_user u where u.username in ('user1', 'user2', 'user3', 'user4')),
    root as materialized (select id from assets_node where org_id = $1 and parent_key = ''),
    p as materialized (select id, (row_number() over (order by name))::int as at from perms_assetpermission where org_id = $1 and is_active and date_expired > now()),
    leafy as (select distinct p.id, p.at from p join perms_assetpermission_nodes j on j.assetpermission = p.id join assets_node n on n.id = j.node where nlevel(n.path) = 4),
    single as (select distinct p.id, p.at from p join perms_assetpermission_assets j on j.assetpermission = p.id),
    everything as (insert into perms_assetpermission (id, org_id, name, accounts, protocols, actions, is_active, from_ticket, date_start, date_expired, created_by, comment)
      values (gen_random_uuid(), $1, 'Everything', '["@ALL"]', '["all"]', 127, true, false, now(), '2099-01-01', 'System', '') returning id),
    top as (insert into perms_assetpermission_nodes (assetpermission, node) select everything.id, root.id from everything, root)
  insert into perms_assetpermission_users (assetpermission, "user")
  select everything.id, who.id from everything, who where who.username = 'user1'
  union select l.id, who.id from (select * from leafy order by at limit 1000) l, who where who.username = 'user2'
  union select s.id, who.id from (select * from single order by at limit 1000) s, who where who.username = 'user3'
  union select l.id, who.id from (select * from leafy order by at limit 3) l, who where who.username = 'user4'
  on conflict do nothing`;

/** Adds users, user groups and permissions to an estate made by `seedAssets`. */
export const seedPermissions = async (pool: pg.Pool, size: AccessSize): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(users, [size.users]);
    await client.query(role);
    await client.query(members, [size.org]);
    await client.query(groups, [size.org, size.groups]);
    await client.query(memberships, [size.org]);
    await client.query(permissions, [size.org, size.permissions]);
    await client.query(subjects[0] as string, [size.org]);
    await client.query(subjects[1] as string, [size.org]);
    for (const target of targets) await client.query(target, [size.org]);
    await client.query(unusual, [size.org]);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
};

if (import.meta.main) {
  const [url, org = '00000000-0000-0000-0000-000000000002', permissionCount = '10000'] =
    process.argv.slice(2);
  if (url === undefined) throw new Error('which database?');
  const pool = openPool(url, 1);
  const size = { users: 5000, groups: 500, permissions: Number(permissionCount), org };
  await seedPermissions(pool, size);
  await pool.end();
}
