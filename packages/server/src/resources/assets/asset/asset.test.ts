import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../../test/api.ts';
import { estateOf } from '../../../../test/estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../../test/inventory.ts';

const base = '/api/v1/assets/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

let serial = 0;
const name = () => `asset-${++serial}`;
const post = (path: string, body: Json, query = '') =>
  inventory.admin.post(`${base}${path}/${query}`, { name: name(), address: '10.1.1.1', ...body });
const read = async (id: string, path = 'assets') =>
  bodyOf(await inventory.admin.get(`${base}${path}/${id}/`));

test('B-3-001 an asset is stored with all its fields', async () => {
  const node = await inventory.node('/Shop');
  const zone = await inventory.made(inventory.admin.post(`${base}domains/`, { name: 'dmz' }));
  const host = await inventory.made(
    post('hosts', {
      platform: { pk: inventory.platform('Linux') },
      nodes: [{ pk: node.id }],
      domain: { id: zone.id },
      protocols: [{ name: 'ssh', port: 2222 }],
      labels: ['env:prod'],
      comment: 'front door',
    }),
  );
  expect(await read(host.id)).toMatchObject({
    address: '10.1.1.1',
    platform: { id: inventory.platform('Linux'), name: 'Linux' },
    nodes: [{ id: node.id, name: 'Shop' }],
    nodes_display: ['/DEFAULT/Shop'],
    domain: { id: zone.id, name: 'dmz' },
    protocols: [{ name: 'ssh', port: 2222 }],
    labels: ['env:prod'],
    category: { value: 'host', label: 'Host' },
    type: { value: 'linux', label: 'Linux' },
    connectivity: { value: '-' },
    auto_config: { su_enabled: true, ping_enabled: true, remove_account_enabled: true },
    spec_info: {},
    gathered_info: {},
    is_active: true,
    date_verified: null,
    comment: 'front door',
    created_by: 'Tester',
    org_name: 'DEFAULT',
  });
});

test('an address is one word', async () => {
  const platform = { pk: inventory.platform('Linux') };
  const refused = await post('hosts', { platform, address: '10.8.4.300 bad' });
  expect(refused.status).toBe(400);
  expect(bodyOf(refused)).toEqual({ address: ['Spaces are not allowed.'] });
  const mistyped = await post('hosts', { platform, name: 'mistyped', address: '10.8.4.300' });
  expect([mistyped.status, bodyOf(mistyped)]).toEqual([
    400,
    { address: ['"10.8.4.300" is not an IPv4 address, which has four numbers from 0 to 255.'] },
  ]);
  const made = await inventory.made(post('hosts', { platform, address: ' 10.8.4.30 ' }));
  expect((await read(made.id)).address).toBe('10.8.4.30');
});

test('B-3-005 each category has its own address, and assets need a category', async () => {
  const doors = [
    ['hosts', 'Linux', 'host'],
    ['devices', 'Cisco', 'device'],
    ['databases', 'MySQL', 'database'],
    ['clouds', 'Kubernetes', 'cloud'],
    ['webs', 'Website', 'web'],
    ['gpts', 'ChatGPT', 'gpt'],
  ] as const;
  for (const [path, platform, category] of doors) {
    const made = await post(path, { platform: inventory.platform(platform) });
    expect(made, made.text).toMatchObject({ status: 201, json: { category: { value: category } } });
  }
  const wrong = await post('hosts', { platform: inventory.platform('MySQL') });
  expect(wrong).toMatchObject({ status: 400, json: { platform: expect.any(String) } });
  const generic = await post('assets', { platform: inventory.platform('Linux') });
  expect(generic).toMatchObject({ status: 400, json: { error: expect.any(String) } });
});

test('B-3-002 B-3-026 a platform provides default protocols, requires primary ones, and fills empty ports', async () => {
  const linux = inventory.platform('Linux');
  const silent = await inventory.made(post('hosts', { platform: linux }));
  expect(silent.protocols).toEqual([
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
  ]);
  const doubled = await inventory.made(
    post('hosts', {
      platform: linux,
      protocols: [
        { name: 'ssh', port: 1 },
        { name: 'ssh', port: 2022 },
        { name: 'vnc', port: null },
      ],
    }),
  );
  expect(doubled.protocols).toEqual([
    { name: 'ssh', port: 2022 },
    { name: 'vnc', port: 5900 },
  ]);
  for (const protocols of [
    [],
    [{ name: 'vnc', port: 1 }],
    [{ name: 'ssh', port: 70_000 }],
    [
      { name: 'nope', port: 1 },
      { name: 'ssh', port: 22 },
    ],
  ]) {
    const refused = await post('hosts', { platform: linux, protocols });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.json)).toEqual(['protocols']);
  }
  const imported = await inventory.made(post('hosts', { platform: linux, protocols: ['ssh/23', 'sftp/22'] }));
  expect(imported.protocols).toMatchObject([{ name: 'ssh', port: 23 }, { name: 'sftp' }]);
});

test('without a node an asset is put on the one named in the query, else on the root', async () => {
  const node = await inventory.node('/Queried');
  const queried = await inventory.host({}, inventory.admin, `?node_id=${node.id}`);
  const rooted = await inventory.host({ nodes: [] });
  expect([queried.nodes_display, rooted.nodes_display]).toEqual([['/DEFAULT/Queried'], ['/DEFAULT']]);
  await inventory.admin.patch(`${base}assets/${queried.id}/`, { nodes: [] });
  expect((await read(queried.id)).nodes_display).toEqual(['/DEFAULT']);
});

test('paths create the nodes they name and replace the nodes of an asset', async () => {
  const host = await inventory.host({ nodes_display: ['/DEFAULT/Made/Here', 'Also/There'] });
  expect(host.nodes_display).toEqual(['/DEFAULT/Also/There', '/DEFAULT/Made/Here']);
  const patched = await inventory.admin.patch(`${base}assets/${host.id}/`, { nodes_display: ['/Only'] });
  expect(bodyOf(patched).nodes_display).toEqual(['/DEFAULT/Only']);
  const batch = await inventory.admin.post(`${base}hosts/`, [
    { name: name(), address: 'x', platform: inventory.platform('Linux'), nodes_display: ['/Fresh/one'] },
    {
      name: name(),
      address: 'x',
      platform: inventory.platform('Linux'),
      nodes_display: ['/Fresh/one', '/Fresh/two'],
    },
  ]);
  expect(bodyOf<Json[]>(batch).map(({ nodes_display }) => nodes_display)).toEqual([
    ['/DEFAULT/Fresh/one'],
    ['/DEFAULT/Fresh/one', '/DEFAULT/Fresh/two'],
  ]);
});

test('a zone is dropped where the platform has none', async () => {
  const zone = await inventory.made(inventory.admin.post(`${base}domains/`, { name: 'inner' }));
  const web = await inventory.made(
    post('webs', { platform: inventory.platform('Website'), domain: zone.id }),
  );
  expect(web.domain).toBeNull();
});

test('another platform brings its protocols and keeps the others, within the category only', async () => {
  const host = await inventory.host({ protocols: [{ name: 'ssh', port: 2200 }] });
  const moved = await inventory.admin.patch(`${base}hosts/${host.id}/`, {
    platform: { pk: inventory.platform('Windows') },
  });
  expect(moved.json).toMatchObject({
    type: { value: 'windows' },
    protocols: [{ name: 'ssh', port: 2200 }, { name: 'rdp' }, { name: 'vnc' }, { name: 'winrm' }],
  });
  const refused = await inventory.admin.patch(`${base}assets/${host.id}/`, {
    platform: inventory.platform('MySQL'),
  });
  expect(refused).toMatchObject({ status: 400, json: { platform: expect.any(Array) } });
});

test('a change that brings neither another platform nor protocols leaves the protocols alone', async () => {
  const protocols = [{ name: 'ssh', port: 2200 }];
  const host = await inventory.host({ protocols });
  const platform = { pk: inventory.platform('Linux') };
  for (const change of [{ comment: 'new' }, { platform }, { address: '10.9.9.9' }])
    expect((await inventory.admin.patch(`${base}hosts/${host.id}/`, change)).json).toMatchObject({
      protocols,
    });
});

test('changing many assets skips those a new platform does not fit', async () => {
  const linux = await inventory.host();
  const windows = await inventory.host({ platform: inventory.platform('Windows') });
  const platform = { pk: inventory.platform('Unix') };
  const changed = await inventory.admin.patch(`${base}assets/`, [
    { id: linux.id, platform: { pk: inventory.platform('Gateway') } },
    { id: windows.id, platform },
    { pk: windows.id, is_active: false },
  ]);
  expect(changed.status).toBe(200);
  expect(bodyOf<Json[]>(changed)).toHaveLength(2);
  expect((await read(linux.id)).platform).toMatchObject({ name: 'Gateway' });
  expect(await read(windows.id)).toMatchObject({ platform: { name: 'Windows' }, is_active: false });
});

test('a change of many assets reports which of them the platform did not fit', async () => {
  const id = await estateOf(inventory.pool).user('mover');
  const mover = inventory.as({ superuser: true, id, username: 'mover' });
  const windows = await inventory.host({ name: 'left <b>', platform: inventory.platform('Windows') });
  const platform = { pk: inventory.platform('Unix') };
  await mover.patch(`${base}hosts/`, [{ id: windows.id, platform }]);
  await mover.patch(`${base}hosts/`, [{ id: windows.id, is_active: true }]);
  const messages = bodyOf<Json[]>(await mover.get('/api/v1/notifications/site-messages/'));
  expect(messages.map(({ content }) => content)).toMatchObject([
    { subject: 'Some assets kept their platform', message: expect.stringContaining('another type (1): ') },
  ]);
  expect(JSON.stringify(messages)).toContain('left &lt;b&gt;');
});

test('accounts are created with a new asset, and their errors are reported in place', async () => {
  const host = await inventory.host({
    accounts: [
      { name: 'root', username: 'root', secret_type: 'password', secret: 'x1', privileged: true },
      { name: 'deploy', username: 'deploy', secret_type: 'password', secret: 'x2' },
    ],
  });
  const { rows } = await inventory.pool.query(
    'select username from accounts_account where asset = $1 order by username',
    [host.id],
  );
  expect(rows.map(({ username }) => username)).toEqual(['deploy', 'root']);
  expect(host.accounts).toBeUndefined();
  const refused = await post('hosts', {
    platform: inventory.platform('Linux'),
    accounts: [
      { name: 'ok', username: 'ok' },
      { name: 'bad', username: 'u', secret_type: 'no such type' },
    ],
  });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.json)).toEqual(['accounts']);
});

test('A-1-011 names are unique in an organization, and an asset is invisible to other organizations', async () => {
  const host = await inventory.host({ name: 'only-one' });
  const twin = await post('databases', { name: 'only-one', platform: inventory.platform('MySQL') });
  expect(twin).toMatchObject({ status: 400, json: { name: expect.any(Array) } });
  await inventory.host({ name: 'only-one' }, inventory.other);
  const node = await inventory.node('/Foreign', inventory.other);
  const zone = await inventory.made(inventory.other.post(`${base}domains/`, { name: 'theirs' }));
  expect((await inventory.other.get(`${base}hosts/${host.id}/`)).status).toBe(404);
  expect((await inventory.other.patch(`${base}assets/${host.id}/`, { comment: 'x' })).status).toBe(404);
  expect((await inventory.other.get(`${base}assets/${host.id}/gateways/`)).status).toBe(404);
  expect(await post('hosts', { platform: inventory.platform('Linux'), nodes: [node.id] })).toMatchObject({
    status: 400,
    json: { nodes: expect.any(Array) },
  });
  expect(await post('hosts', { platform: inventory.platform('Linux'), domain: zone.id })).toMatchObject({
    status: 400,
    json: { domain: expect.any(Array) },
  });
  const queried = await inventory.host({}, inventory.admin, `?node_id=${node.id}`);
  expect(queried.nodes_display).toEqual(['/DEFAULT']);
});

test('the platform and the gateways of an asset have addresses below that of the asset', async () => {
  const zone = await inventory.made(inventory.admin.post(`${base}domains/`, { name: 'behind' }));
  const gateway = await inventory.made(post('gateways', { platform: { name: 'Gateway' }, domain: zone.id }));
  const host = await inventory.host({ domain: zone.id });
  expect(bodyOf(await inventory.admin.get(`${base}hosts/${host.id}/platform/`))).toMatchObject({
    name: 'Linux',
  });
  expect(bodyOf(await inventory.admin.get(`${base}assets/${host.id}/gateways/`))).toMatchObject([
    { id: gateway.id, platform: { name: 'Gateway' } },
  ]);
  const free = await inventory.host();
  expect(bodyOf(await inventory.admin.get(`${base}hosts/${free.id}/gateways/`))).toEqual([]);
});

test('a platform adds missing protocols to its assets and removes none', async () => {
  const made = await inventory.made(
    inventory.admin.post(`${base}platforms/`, {
      name: 'Synced',
      category: 'host',
      type: 'linux',
      protocols: [{ name: 'ssh', port: 22, primary: true }],
    }),
  );
  const host = await inventory.host({
    platform: made.id,
    protocols: [
      { name: 'ssh', port: 22 },
      { name: 'vnc', port: 5901 },
    ],
  });
  await inventory.admin.patch(`${base}platforms/${made.id}/`, {
    protocols: [
      { name: 'ssh', port: 22, primary: true },
      { name: 'sftp', port: 22, setting: { sftp_home: '/srv' } },
    ],
  });
  const answer = await inventory.admin.post(`${base}hosts/sync-platform-protocols/`, {
    platform_id: made.id,
  });
  expect(answer).toMatchObject({ status: 200, text: '' });
  expect((await read(host.id)).protocols).toEqual([
    { name: 'ssh', port: 22 },
    { name: 'vnc', port: 5901 },
    { name: 'sftp', port: 22 },
  ]);
  const unknown = await inventory.admin.post(`${base}assets/sync-platform-protocols/`, { platform_id: 'x' });
  expect(unknown.status).toBe(404);
  expect((await inventory.admin.post(`${base}assets/sync-platform-protocols/`, {})).status).toBe(404);
});

test('all kinds of assets require the same permissions, gateways their own', async () => {
  const viewer = inventory.as({ permissions: ['assets.view_asset'] });
  expect((await viewer.get(`${base}databases/`)).status).toBe(200);
  expect((await viewer.get(`${base}gateways/`)).status).toBe(403);
  expect((await viewer.patch(`${base}hosts/`, [])).status).toBe(403);
  expect((await viewer.get(`${base}assets/suggestions/`)).status).toBe(403);
  const matcher = inventory.as({ permissions: ['assets.match_asset'], org: OTHER_ORG_ID });
  expect((await matcher.get(`${base}hosts/suggestions/`)).status).toBe(200);
});
