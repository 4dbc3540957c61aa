import type { Facts } from '@gatehouse/contract/policy/selector.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { compileSelector as compileInMemory } from '@gatehouse/policy/selector/compileSelector.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofRuns } from '../../../../../scripts/proofSize.ts';
import { estateOf } from '../../../test/estate.ts';
import { type Inventory, startInventory } from '../../../test/inventory.ts';
import { id as identifier } from '../../platform/database.ts';
import { anonymous, type Context } from '../context.ts';
import { contextOf } from '../http.ts';
import { compileSelector } from './compileSelector.ts';

const texts = ['', 'a', 'ab', 'A', 'é', 'x_y', '50%', 'a\nb', '*', 'ſ', '😀', '\uffff', 'a1', '10'];
const addresses = [
  ...['10.0.0.1', '10.0.0.12', '10.0.1.0', '192.168.1.1', '010.0.0.1', '10.0.0.1/24', 'db.example.com'],
  ...['::1', '2001:db8::1', '2001:DB8:0:0::1', '::ffff:10.0.0.1', 'fe80::1', '1.2.3', '300.1.1.1', ''],
];
let inventory: Inventory;
let ctx: Context;
let users: Facts[];
let assets: Facts[];
let links: Record<'groups' | 'roles' | 'nodes' | 'labels' | 'platforms', string[]>;
const keys = new Map<string, string>();

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;

const makeUsers = async (): Promise<void> => {
  const estate = estateOf(inventory.pool);
  for (const name of ['g1', 'g2', 'g3']) links.groups.push(await estate.group(name));
  for (const [at, comment] of [...texts, null].entries()) {
    const groups = links.groups.filter((_, group) => (at >> group) & 1);
    const id = await estate.user(`u${at}`, { groups });
    await inventory.pool.query(
      'update users_user set comment = $2, is_active = $3, is_first_login = $4, name = $5 where id = $1',
      [id, comment, at % 2 === 0, at % 3 === 0, pick(texts, at + 3)],
    );
  }
};

const makeAssets = async (): Promise<void> => {
  const estate = estateOf(inventory.pool);
  for (const key of ['7', '7:1', '7:1:1', '7:10', '8']) {
    const id = await estate.node(key);
    keys.set(id, key);
    links.nodes.push(id);
  }
  const labels: string[] = [];
  for (const value of ['one', 'two']) {
    const label = await inventory.made(inventory.admin.post('/api/v1/labels/labels/', { name: 'at', value }));
    links.labels.push(label.id);
    labels.push(`at:${value}`);
  }
  const platforms = ['Linux', 'Windows', 'MySQL'].map((name) => inventory.platform(name));
  links.platforms.push(...platforms.map(String));
  for (const [at, address] of addresses.entries()) {
    const id = await estate.asset({
      name: `host ${at}`,
      address,
      nodes: links.nodes.filter((_, node) => (at >> (node % 4)) & 1),
      platform: pick(platforms, at),
      protocols: [{ name: 'ssh', port: 22 }, ...(at % 2 ? [{ name: 'rdp', port: 3389 }] : [])],
    });
    await inventory.pool.query('update assets_asset set comment = $2, category = $3 where id = $1', [
      id,
      pick(texts, at),
      pick(['host', 'database'], at),
    ]);
    const chosen = labels.filter((_, label) => (at >> label) & 1);
    if (chosen.length) await inventory.admin.patch(`/api/v1/assets/hosts/${id}/`, { labels: chosen });
  }
};

const factsIn = async (statement: string): Promise<Facts[]> => {
  const { rows } = await inventory.pool.query(statement);
  return rows.map(({ id, ...attributes }) => ({ id, version: 1, attributes }));
};
const userFacts = `select u.id::text, u.name, username, email, comment, is_active, is_first_login,
  array(select b.role::text from rbac_rolebinding b where b."user" = u.id and b.scope = 'system') as system_roles,
  array(select b.role::text from rbac_rolebinding b where b."user" = u.id and b.scope = 'org') as org_roles,
  array(select g.usergroup::text from users_user_groups g where g."user" = u.id) as groups from users_user u`;
const assetFacts = `select a.id::text, a.name, address, comment, platform::int as platform, category, type,
  array(select n.key from assets_asset_nodes l join assets_node n on n.id = l.node where l.asset = a.id) as nodes,
  array(select p->>'name' from jsonb_array_elements(protocols) p) as protocols,
  array(select l.label::text from labels_labeledresource l where l.res_id = a.id::text) as labels from assets_asset a`;

beforeAll(async () => {
  inventory = await startInventory();
  links = { groups: [], roles: [], nodes: [], labels: [], platforms: [] };
  await makeUsers();
  await makeAssets();
  users = await factsIn(userFacts);
  assets = await factsIn(assetFacts);
  links.roles = [...new Set(users.flatMap(({ attributes }) => attributes.org_roles as string[]))];
  ctx = contextOf(
    {
      actor: anonymous,
      org: { id: DEFAULT_ORG_ID, name: 'DEFAULT', isRoot: false },
      language: 'en',
      zone: 'UTC',
      remoteAddr: '',
      decrypt: (value) => value,
    },
    inventory.services.engine,
    inventory.services.db,
    [],
  );
});
afterAll(() => inventory.stop());

const textMatches = [
  'exact',
  'not',
  'in',
  'contains',
  'startswith',
  'endswith',
  'regex',
  'gte',
  'lte',
  'gt',
  'lt',
];
const linkMatches = ['m2m', 'm2m_all'];
const anyMatch = fc.constantFrom(...textMatches, 'ip_in', ...linkMatches, 'unheard of', undefined);
const listOr = <T>(one: fc.Arbitrary<T>) => fc.oneof(one, fc.array(one, { maxLength: 3 }));
const pattern = fc.constantFrom(
  ...['^a', 'a.b', 'a\\sb', '\\d', '(?i)A', '[^a]', '\\bb', 'b$', '(a|é)+', 'x_.', '.', '^$', '(?=a)', 'a**'],
  ...[
    '[\\d_]',
    '\\w+',
    '\\W',
    '^10\\.0',
    '(?:a){1,2}',
    '\\Aa\\z',
    '%',
    '(?s).',
    '[[:alpha:]]',
    'a{300}',
    '()',
  ],
);
const text = listOr(fc.oneof(fc.constantFrom(...texts), pattern, fc.string({ maxLength: 3 })));
const entry = fc.constantFrom(
  ...addresses,
  ...[
    '10.0.0.0/24',
    '10.0.0.1/32',
    '0.0.0.0/0',
    '::/0',
    '2001:db8::/32',
    '10.0.0.1-10.0.0.20',
    '10.',
    '*',
    '192',
  ],
  ...[
    '::1-::5',
    '10.0.0.9-10.0.0.1',
    '10.0.0.0/99',
    'x/y',
    ' 10.0.0.1 ',
    '::ffff:10.0.0.0/120',
    '-',
    'fe80::1%eth0',
  ],
);
const ids = (kind: keyof typeof links) =>
  listOr(
    fc.oneof(
      fc.nat(9).map((at) => (links[kind].length ? pick(links[kind], at) : '')),
      fc.constantFrom('*', 'x', '00000000-0000-4000-8000-000000000001', '', null),
    ),
  );
const truth = listOr(fc.constantFrom<unknown>(true, false, 'yes', 'No', '1', '*', '', 'perhaps'));

type Drawn = { name: string; match: string | undefined; value: unknown };
const rule = (
  names: readonly string[],
  value: fc.Arbitrary<unknown>,
  usual: readonly string[],
): fc.Arbitrary<Drawn> =>
  fc.record({
    name: fc.constantFrom(...names),
    match: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: anyMatch }),
    value,
  });
const userRules = fc.oneof(
  rule(['name', 'username', 'comment'], text, textMatches),
  rule(['is_active', 'is_first_login'], truth, ['exact', 'not']),
  rule(['groups'], ids('groups'), linkMatches),
  rule(['org_roles', 'system_roles'], ids('roles'), linkMatches),
  { weight: 1, arbitrary: rule(['nothing', 'constructor'], text, ['exact', 'not']) },
);
const assetRules = fc.oneof(
  rule(['name', 'comment'], text, textMatches),
  rule(['category', 'type'], listOr(fc.constantFrom('host', 'database', 'linux', '*', 'x')), ['in']),
  rule(['address'], fc.oneof(listOr(entry), text), ['ip_in']),
  rule(['nodes'], ids('nodes'), linkMatches),
  rule(['labels'], ids('labels'), linkMatches),
  rule(['platform'], ids('platforms'), ['m2m', 'not']),
  rule(['protocols'], listOr(fc.constantFrom('ssh', 'rdp', 'vnc', '*', '')), ['in']),
);

const selected = async (selector: unknown, key: string): Promise<string[]> => {
  const resource = ctx.engine.resource(key);
  const condition = await compileSelector(selector, resource, ctx);
  const rows = await ctx.db.rows<{ id: string }>(
    sql`select t.id::text as id from ${identifier(resource.table)} t where ${condition}`,
  );
  return rows.map(({ id }) => id).sort();
};

test.each([
  ['users.user', userRules, () => users],
  ['assets.asset', assetRules, () => assets],
] as const)(
  'a selector over %s selects the same rows in a list and in the evaluator of rules',
  async (key, rules, rows) => {
    const matched = { some: 0, all: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(rules, { minLength: 1, maxLength: 2 }), async (attrs) => {
        const selector = { type: 'attrs', attrs };
        const inMemory = compileInMemory(selector, { keyOf: (id) => keys.get(id) });
        const expected = rows()
          .filter((facts) => inMemory.matches(facts))
          .map(({ id }) => id)
          .sort();
        if (expected.length > 0) matched.some += 1;
        matched.all += 1;
        expect(await selected(selector, key)).toEqual(expected);
      }),
      proofRuns({ small: 300, whole: 4_000 }),
    );
    expect(matched.some / matched.all).toBeGreaterThan(0.15);
  },
);
