import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type pg from 'pg';
import { openPool } from '../../packages/server/src/platform/database.ts';

/** Size of the estate to generate, and its organization. */
export type EstateSize = { assets: number; nodes: number; accountsPerAsset: number; org: string };

const platforms = `insert into assets_platform (name, category, type, charset, protocols, su_method, automation, custom_fields,
    internal, domain_enabled, su_enabled, created_by, updated_by, date_created, comment)
  select v.name, v.category, v.type, 'utf-8', jsonb_build_array(jsonb_build_object('id', 0, 'name', v.protocol, 'port', v.port,
    'primary', true, 'required', false, 'default', false, 'public', true, 'setting', '{}'::jsonb)), null, '{}', '[]', true, true, false, 'System', 'System', now(), ''
  from (values ('Linux', 'host', 'linux', 'ssh', 22), ('Windows', 'host', 'windows', 'rdp', 3389), ('Cisco', 'device', 'general', 'ssh', 22),
    ('MySQL', 'database', 'mysql', 'mysql', 3306)) as v(name, category, type, protocol, port) on conflict do nothing`;

/**
 * Root, 20 branches with 25 twigs each, and leaves spread over the twigs until there are as many nodes as
 * requested.
 */
const nodes = `with root as (
    insert into assets_node (org_id, key, value, full_value, parent_key, child_mark, assets_amount)
    select $1::uuid, '1', 'Default', '/Default', '', 20, 0 where not exists (select from assets_node where org_id = $1 and parent_key = '') returning id)
  insert into assets_node (org_id, key, value, full_value, parent_key, child_mark, assets_amount)
  select $1::uuid, '1:' || b, 'Branch ' || b, '/Default/Branch ' || b, '1', 25, 0 from generate_series(0, 19) b
  union all
  select $1::uuid, '1:' || t / 25 || ':' || t % 25, 'Twig ' || t % 25, '/Default/Branch ' || t / 25 || '/Twig ' || t % 25, '1:' || t / 25, $2::int, 0 from generate_series(0, 499) t
  union all
  select $1::uuid, p.key || ':' || l / 500, 'Leaf ' || l / 500, p.full_value || '/Leaf ' || l / 500, p.key, 0, 0
  from generate_series(0, greatest($2::int - 522, 0)) l,
    lateral (select '1:' || l % 500 / 25 || ':' || l % 500 % 25 as key, '/Default/Branch ' || l % 500 / 25 || '/Twig ' || l % 500 % 25 as full_value) p`;

const assets = `insert into assets_asset (org_id, name, address, platform, protocols, category, type, connectivity, gathered_info, is_active, comment, created_by, date_created)
  select $1::uuid, (array['web', 'db', 'app', 'cache', 'queue', 'build', 'mail', 'proxy'])[1 + i % 8] || '-' || lpad(i::text, 7, '0'),
    '10.' || i / 65536 % 256 || '.' || i / 256 % 256 || '.' || i % 256, p.id,
    (select jsonb_agg(jsonb_build_object('name', e ->> 'name', 'port', e -> 'port')) from jsonb_array_elements(p.protocols) e), p.category, p.type,
    (array['-', 'ok', 'err'])[1 + i % 3], '{}', i % 20 <> 0, case when i % 10 = 0 then 'rack ' || i % 97 else '' end, 'System', now() - make_interval(mins => i)
  from generate_series(1, $2::int) i join lateral (select * from assets_platform where name = (array['Linux', 'Linux', 'Linux', 'Windows', 'Cisco', 'MySQL'])[1 + i % 6]) p on true`;

/** Nine of ten assets are in one node, nearly all others in two. */
const links = `with n as materialized (select array_agg(id order by key) as ids, count(*)::int as many from assets_node where org_id = $1 and nlevel(path) > 1),
    a as materialized (select id, (row_number() over (order by name))::int as at from assets_asset where org_id = $1)
  insert into assets_asset_nodes (asset, node)
  select a.id, n.ids[1 + a.at % n.many] from a, n
  union
  select a.id, n.ids[1 + a.at * 7 % n.many] from a, n where a.at % 10 = 0`;

const accounts = `insert into accounts_account (org_id, name, username, secret_type, asset, version, connectivity, privileged, is_active, comment, created_by, date_created, date_updated)
  select a.org_id, u, u, 'password', a.id, 1, '-', k = 1, true, '', 'System', now(), now()
  from assets_asset a, generate_series(1, $2::int) k, lateral (select case k when 1 then 'root' else 'user' || k end as u) u where a.org_id = $1`;

const amounts = `update assets_node n set assets_amount = c.amount from (
    select up.node, count(distinct l.asset) as amount from assets_asset_nodes l, assets_node_above(l.node) as up(node) group by up.node) c where c.node = n.id`;

/**
 * Fills an empty, migrated database with an estate; SQL generates the rows, so 100,000 assets take seconds.
 */
export const seedAssets = async (pool: pg.Pool, size: EstateSize): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query(
      "insert into orgs_organization (id, name, created_by, comment, date_created) values ($1, 'Default', 'System', '', now()) on conflict do nothing",
      [size.org],
    );
    await client.query(platforms);
    await client.query('begin');
    await client.query('alter table assets_asset_nodes disable trigger user');
    await client.query('alter table assets_asset_nodes enable trigger assets_asset_nodes_text');
    await client.query(nodes, [size.org, size.nodes]);
    await client.query(assets, [size.org, size.assets]);
    // Without statistics, the joins below would be planned for empty tables.
    await client.query('analyze assets_node, assets_asset');
    await client.query(links, [size.org]);
    await client.query('analyze assets_asset_nodes');
    if (size.accountsPerAsset) await client.query(accounts, [size.org, size.accountsPerAsset]);
    await client.query(amounts);
    await client.query('alter table assets_asset_nodes enable trigger user');
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
};

if (import.meta.main) {
  const [url, assetCount = '100000', nodeCount = '10000', accountsEach = '1'] = process.argv.slice(2);
  if (url === undefined) throw new Error('which database?');
  const pool = openPool(url, 1);
  const started = performance.now();
  await seedAssets(pool, {
    assets: Number(assetCount),
    nodes: Number(nodeCount),
    accountsPerAsset: Number(accountsEach),
    org: DEFAULT_ORG_ID,
  });
  console.log(
    `${assetCount} assets on ${nodeCount} nodes in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  await pool.end();
}
