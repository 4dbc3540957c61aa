import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../../test/inventory.ts';

const url = '/api/v1/assets/assets/';
let inventory: Inventory;
let ids: { near: string; far: string; zone: string };
beforeAll(async () => {
  inventory = await startInventory();
  const { admin, host, node, platform, made } = inventory;
  const near = await node('/Plant');
  const far = await node('/Plant/Hall/Line');
  const zone = await made(admin.post('/api/v1/assets/domains/', { name: 'Factory floor' }));
  ids = { near: near.id, far: far.id, zone: zone.id };
  await host({
    name: 'a-linux',
    address: '10.0.0.1',
    nodes: [near.id],
    comment: 'first rack',
    labels: ['env:prod'],
  });
  await host({
    name: 'b-windows',
    address: '10.0.0.2',
    nodes: [far.id],
    platform: platform('Windows'),
    labels: ['env:test'],
  });
  await host({
    name: 'c-unix',
    address: '10.0.1.3',
    nodes: [near.id, far.id],
    platform: platform('Unix'),
    domain: zone.id,
  });
  await made(
    admin.post('/api/v1/assets/gateways/', {
      name: 'd-gateway',
      address: '10.0.9.9',
      platform: platform('Gateway'),
      domain: zone.id,
    }),
  );
  await made(
    admin.post('/api/v1/assets/webs/', {
      name: 'e-web',
      address: 'https://erp.example',
      platform: platform('Website'),
      is_active: false,
    }),
  );
  await inventory.host({ name: 'z-other', address: '10.0.0.1' }, inventory.other);
});
afterAll(() => inventory.stop());

const list = async (query: string, path = url): Promise<string> => {
  const answer = await inventory.admin.get(`${path}?limit=50&${query}`);
  if (answer.status !== 200) return `${answer.status} ${Object.keys(answer.json).join()}`;
  const { count, results } = bodyOf<{ count: number; results: Json[] }>(answer);
  expect(count).toBe(results.length);
  return results.map(({ name }) => String(name)[0]).join('');
};

const rules = (attrs: Json[]) =>
  `attr_rules=${encodeURIComponent(Buffer.from(JSON.stringify({ type: 'attrs', attrs })).toString('base64'))}`;

test('the list is that of the organization, ordered by name', async () => {
  expect(await list('')).toBe('abcde');
  expect(await list('order=-name')).toBe('edcba');
  expect(await list('order=address')).toBe('abcde');
  expect(await list('order=-date_created')).toBe('edcba');
  expect(await list('', '/api/v1/assets/hosts/')).toBe('abcd');
  expect(await list('', '/api/v1/assets/gateways/')).toBe('d');
});

test('assets are found by a platform, its id or its name, or by every platform except one', async () => {
  expect(await list(`platform=${inventory.platform('Windows')}`)).toBe('b');
  expect(await list('platform=Unix')).toBe('c');
  expect(await list('exclude_platform=Gateway')).toBe('abce');
});

test('assets are found by the id or part of the name of their zone', async () => {
  expect(await list(`domain=${ids.zone}&exclude_platform=Gateway`)).toBe('c');
  expect(await list('domain=floor')).toBe('cd');
});

test('B-4-014 assets are found by protocol, address, activity, category and the abilities of their platform', async () => {
  expect(await list('protocols=rdp,http')).toBe('be');
  expect(await list('ips=10.0.0.1,10.0.9.9')).toBe('ad');
  expect(await list('is_active=false')).toBe('e');
  expect(await list('category=web')).toBe('e');
  expect(await list('type=linux')).toBe('ad');
  expect(await list('category=nothing')).toBe('400 category');
  expect(await list('ping_enabled=0')).toBe('e');
  expect(await list('domain_enabled=true')).toBe('abcd');
  expect(await list('push_account_enabled=perhaps')).toBe('400 push_account_enabled');
});

test('a node includes all below it, unless only its own assets are requested', async () => {
  expect(await list(`node_id=${ids.near}`)).toBe('abc');
  expect(await list(`node=${ids.near}&show_current_asset=1`)).toBe('ac');
  expect(await list(`node=${ids.near}&all=0`)).toBe('ac');
  expect(await list(`node=${ids.near}&all=0&show_current_asset=0`)).toBe('abc');
  expect(await list('node_id=1')).toBe('abcde');
  expect(await list('node_id=1&show_current_asset=1')).toBe('de');
  expect(await list('node_id=2')).toBe('');
  expect(await list(`node_id=${ids.far}&platform=Windows`)).toBe('b');
});

test('search finds part of a name, an address or a comment; every word must match', async () => {
  expect(await list('search=LINUX')).toBe('a');
  expect(await list('search=10.0.0')).toBe('ab');
  expect(await list('search=rack')).toBe('a');
  expect(await list('search=10.0.0,win')).toBe('b');
  expect(await list('search=in')).toBe('ab');
  expect(await list('search=100%25')).toBe('');
});

test('a search below a node finds its assets by what they are called now', async () => {
  const { admin, host } = inventory;
  const late = await host({ name: 'f-late', address: '10.0.7.7', nodes: [ids.near] });
  const below = (term: string) => list(`node_id=${ids.near}&search=${term}`);
  expect(await below('10.0')).toBe('abcf');
  expect(await list(`node_id=${ids.far}&show_current_asset=1&search=10.0`)).toBe('bc');
  expect(await below('10.0,unix')).toBe('c');
  expect(await below('LATE')).toBe('f');
  await admin.patch(`/api/v1/assets/hosts/${late.id}/`, { name: 'g-early', comment: '50%' });
  expect(await below('late')).toBe('');
  expect(await below('EARLY')).toBe('g');
  expect(await below('50%25')).toBe('g');
  await admin.patch(`/api/v1/assets/hosts/${late.id}/`, { comment: `${'long '.repeat(800)}tail` });
  expect(await below('tail')).toBe('g');
  expect(await below('late')).toBe('');
  await admin.patch(`/api/v1/assets/hosts/${late.id}/`, { nodes: [ids.far] });
  expect(await list(`node_id=${ids.far}&search=early`)).toBe('g');
  expect(await list(`_rel=or&node_id=${ids.far}&search=linux`)).toBe('abcg');
  expect(await list(`_rel=not&node_id=${ids.near}&search=10.0`)).toBe('de');
  await admin.delete(`/api/v1/assets/hosts/${late.id}/`);
});

test('a label filter matches either of two values of one key, but requires every key', async () => {
  expect(await list('labels=env:prod,env:test')).toBe('ab');
  expect(await list('labels=env:*')).toBe('ab');
  expect(await list('labels=env:prod,team:x')).toBe('');
});

test('attribute rules select assets by every kind of match', async () => {
  expect(await list(rules([{ name: 'name', match: 'startswith', value: 'b-' }]))).toBe('b');
  expect(await list(rules([{ name: 'name', match: 'in', value: ['a-linux', 'e-web'] }]))).toBe('ae');
  expect(await list(rules([{ name: 'name', match: 'regex', value: '^[ab]-' }]))).toBe('ab');
  expect(await list(rules([{ name: 'name', match: 'regex', value: '([' }]))).toBe('400 attr_rules');
  expect(await list(rules([{ name: 'address', match: 'ip_in', value: ['10.0.0.0/24'] }]))).toBe('ab');
  expect(await list(rules([{ name: 'address', match: 'ip_in', value: ['10.0.0.2-10.0.1.9'] }]))).toBe('bc');
  expect(await list(rules([{ name: 'address', match: 'ip_in', value: ['10.0.9', '10.0.0.1'] }]))).toBe('ad');
  expect(await list(rules([{ name: 'nodes', match: 'm2m', value: [ids.near] }]))).toBe('abc');
  expect(await list(rules([{ name: 'nodes', match: 'm2m_all', value: [ids.near, ids.far] }]))).toBe('bc');
  expect(await list(rules([{ name: 'platform', match: 'm2m', value: [inventory.platform('Unix')] }]))).toBe(
    'c',
  );
  expect(await list(rules([{ name: 'type', match: 'in', value: ['linux'] }]))).toBe('ad');
  expect(await list(rules([{ name: 'protocols', match: 'in', value: ['rdp', 'http'] }]))).toBe('be');
  expect(await list(rules([{ name: 'is_active', value: false }]))).toBe('e');
  expect(
    await list(
      rules([
        { name: 'comment', match: 'contains', value: 'rack' },
        { name: 'is_active', value: true },
      ]),
    ),
  ).toBe('a');
  expect(await list(rules([{ name: 'no_such', value: 'x' }]))).toBe('');
  expect(await list('attr_rules=%%%')).toBe('400 attr_rules');
});

test('filters are combined by or and negated by not', async () => {
  expect(await list('_rel=or&platform=Unix&category=web')).toBe('ce');
  expect(await list('_rel=not&category=host')).toBe('e');
});
