import { DEFAULT_ENDPOINT_ID } from '@gatehouse/contract/wire/endpoints.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { type Inventory, startInventory } from '../../../test/inventory.ts';

const terminal = '/api/v1/terminal/';
const endpointsUrl = `${terminal}endpoints/`;
const rulesUrl = `${terminal}endpoint-rules/`;

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());
beforeEach(async () => {
  await inventory.pool.query('delete from terminal_endpointrule');
  await inventory.pool.query('delete from terminal_endpoint where id <> $1', [DEFAULT_ENDPOINT_ID]);
});

type Found = { name: string; host: string; http_port: number; ssh_port: number; oracle_port_range: string };
const find = async (query: string, caller = inventory.admin, headers: Record<string, string> = {}) => {
  const { status, json } = await caller.get(`${endpointsUrl}smart/?${query}`, undefined, headers);
  return { status, ...(json as Found) };
};
const endpoint = (name: string, more = {}) =>
  inventory.made(inventory.admin.post(endpointsUrl, { name, host: `${name}.example`, ...more }));
const rule = (name: string, to: string, priority: number, ip_group: string[]) =>
  inventory.made(inventory.admin.post(rulesUrl, { name, endpoint: to, priority, ip_group }));

test('without rules clients get the host and port of their own request', async () => {
  const at = async (host: string) => find('protocol=ssh', inventory.as({}), { host });
  const byDefault = { id: DEFAULT_ENDPOINT_ID, name: 'Default', host: 'gate.example', https_port: 0 };
  expect(await at('gate.example')).toMatchObject({ ...byDefault, http_port: 80, ssh_port: 0 });
  expect(await at('gate.example:8080')).toMatchObject({ ...byDefault, http_port: 8080 });
  expect(await find('', inventory.as({}))).toMatchObject({ status: 404, error: 'protocol' });
});

test('the rule with the lowest priority that includes the address decides; inactive ones do not', async () => {
  const [far, near] = [await endpoint('far'), await endpoint('near', { ssh_port: 2022 })];
  await rule('all', far.id, 60, ['*']);
  const made = await rule('ten', near.id, 40, ['10.0.0.0/8']);
  expect(await find('protocol=ssh&target_ip=10.9.0.2')).toMatchObject({
    host: 'near.example',
    ssh_port: 2022,
  });
  expect(await find('protocol=ssh&target_ip=192.0.2.2')).toMatchObject({ name: 'far', ssh_port: 2222 });
  await inventory.admin.patch(`${rulesUrl}${made.id}/`, { is_active: false });
  expect(await find('protocol=ssh&target_ip=10.9.0.2')).toMatchObject({ name: 'far' });
});

test('the label or address of an asset decides for users who may see the asset, and for no others', async () => {
  const [near, named] = [await endpoint('near'), await endpoint('named')];
  await rule('ten', near.id, 40, ['10.7.0.0/16']);
  const host = await inventory.host({ address: '10.7.0.1' });
  const asked = `protocol=ssh&asset_id=${host.id}`;
  expect(await find(asked)).toMatchObject({ name: 'near' });
  expect(await find(asked, inventory.as({}))).toMatchObject({ name: 'Default' });
  expect(await find(asked, inventory.other)).toMatchObject({ name: 'Default' });
  await inventory.admin.patch(`/api/v1/assets/hosts/${host.id}/`, { labels: [`endpoint:${named.name}`] });
  expect(await find(asked)).toMatchObject({ name: 'named' });
  expect(await find(asked, inventory.as({}))).toMatchObject({ name: 'Default' });
});

test('a connection token and a session stand for their asset: for their user, not for others', async () => {
  const near = await endpoint('near');
  await rule('ten', near.id, 40, ['10.8.0.0/16']);
  const { admin, made, pool, as } = inventory;
  const id = await estateOf(pool).user('tom');
  const host = await inventory.host({ address: '10.8.0.1' });
  await made(admin.post('/api/v1/accounts/accounts/', { asset: host.id, username: 'root', secret: 'x' }));
  const grant = { name: 'tom', users: [id], assets: [host.id], accounts: ['@ALL'], actions: ['connect'] };
  await made(admin.post('/api/v1/perms/asset-permissions/', grant));
  const tom = as({ id, username: 'tom', permissions: ['authentication.add_connectiontoken'] });
  const wanted = { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'web_cli' };
  const token = await made(tom.post('/api/v1/authentication/connection-token/', wanted));
  const byToken = `protocol=ssh&token=${token.id}`;
  expect(await find(byToken, tom)).toMatchObject({ name: 'near' });
  expect(await find(byToken, as({ anonymous: true }))).toMatchObject({ status: 200, name: 'near' });
  expect(await find(byToken, as({}))).toMatchObject({ name: 'Default' });
  await pool.query('update authentication_connectiontoken set date_expired = now()');
  expect(await find(byToken, as({ anonymous: true }))).toMatchObject({ status: 401 });
  expect(await find(`protocol=ssh&asset_id=${host.id}`, tom)).toMatchObject({ name: 'near' });
  const gateway = await registerComponent(inventory, 'near-gate');
  const session = await gateway.session({ user_id: id, asset_id: host.id });
  const bySession = `protocol=ssh&session_id=${session}`;
  expect(await find(bySession, tom)).toMatchObject({ name: 'near' });
  expect(await find(bySession)).toMatchObject({ name: 'near' });
  expect(await find(bySession, as({}))).toMatchObject({ name: 'Default' });
});

test('deleting an endpoint leaves its rules without one', async () => {
  const near = await endpoint('near');
  const made = await rule('ten', near.id, 40, ['*']);
  expect((await inventory.admin.delete(`${endpointsUrl}${near.id}/`)).status).toBe(204);
  expect((await inventory.admin.get(`${rulesUrl}${made.id}/`)).json).toMatchObject({ endpoint: null });
  expect(await find('protocol=ssh')).toMatchObject({ name: 'Default' });
});

test('the default endpoint can be neither deleted nor moved to another host, and its ports can be set', async () => {
  const url = `${endpointsUrl}${DEFAULT_ENDPOINT_ID}/`;
  const refused = await inventory.admin.delete(url);
  expect([refused.status, refused.json]).toMatchObject([403, { detail: /default endpoint/ }]);
  expect((await inventory.admin.patch(url, { host: 'elsewhere.example' })).json).toHaveProperty('host');
  expect((await inventory.admin.patch(url, { ssh_port: 2022 })).status).toBe(200);
  expect(await find('protocol=ssh')).toMatchObject({ id: DEFAULT_ENDPOINT_ID, ssh_port: 2022 });
  await inventory.admin.patch(url, { ssh_port: 0 });
  const { json } = await inventory.admin.get(`${endpointsUrl}?abilities=1`);
  expect(json).toMatchObject([{ refusals: { destroy: /default endpoint/ } }]);
});

test('wrong addresses, ports, priorities and hosts are refused on their fields', async () => {
  const refusal = async (url: string, body: object) => {
    const { status, json } = await inventory.admin.post(url, body);
    return [status, Object.keys(json as object)];
  };
  expect(await refusal(endpointsUrl, { name: 'a', ssh_port: 65_536 })).toEqual([400, ['ssh_port']]);
  expect(await refusal(endpointsUrl, { name: 'a', host: 'two words' })).toEqual([400, ['host']]);
  expect(await refusal(rulesUrl, { name: 'a', priority: 101 })).toEqual([400, ['priority']]);
  expect(await refusal(rulesUrl, { name: 'a', ip_group: ['10.0.0.0/99'] })).toEqual([400, ['ip_group']]);
  await inventory.made(inventory.admin.post(rulesUrl, { name: 'first' }));
  expect(await refusal(rulesUrl, { name: 'second' })).toEqual([400, ['priority']]);
});

test('nothing listens for clients of Oracle assets, as users who may see assets are told', async () => {
  const url = `${terminal}db-listen-ports/`;
  const answer = await inventory.as({ permissions: ['assets.view_asset'] }).get(url);
  expect([answer.status, answer.json]).toEqual([200, []]);
  expect((await inventory.as({}).get(url)).status).toBe(403);
});

test('users without the permission read no endpoints, and callers who have not signed in are told none', async () => {
  expect((await inventory.as({}).get(endpointsUrl)).status).toBe(403);
  const anonymous = await inventory.as({ anonymous: true }).get(`${endpointsUrl}smart/?protocol=ssh`);
  expect(anonymous.status).toBe(401);
});
