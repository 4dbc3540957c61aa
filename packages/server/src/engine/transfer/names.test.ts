import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

const hosts = '/api/v1/assets/hosts/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

type Batch = { failed: number; results: (Json & { errors?: Json })[] };

/** Rows of a file as the server reads them. */
const parsed = async (url: string, text: string): Promise<Json[]> => {
  const answer = await inventory.admin.post(`${url}render-to-json/`, Buffer.from(text), {
    'content-type': 'text/csv',
  });
  expect(answer.status, answer.text).toBe(200);
  return bodyOf<{ data: Json[] }>(answer).data;
};
const imported = async (url: string, rows: Json[], caller = inventory.admin): Promise<Batch> => {
  const answer = await caller.post(`${url}batch-import/`, { action: 'create', rows });
  expect(answer.status, answer.text).toBe(200);
  return bodyOf<Batch>(answer);
};

test('a file may name related rows instead of giving ids: one, several, and users with their usernames', async () => {
  for (const path of ['/Far/North', '/Far/South']) await inventory.node(path);
  const rows = await parsed(
    hosts,
    'name,address,platform,nodes\r\nby-name,10.1.1.1,linux,"/DEFAULT/Far/North; /default/far/south"\r\n',
  );
  expect(rows).toEqual([
    {
      name: 'by-name',
      address: '10.1.1.1',
      platform: { name: 'linux' },
      nodes: [{ name: '/DEFAULT/Far/North' }, { name: '/default/far/south' }],
    },
  ]);
  const { failed, results } = await imported(hosts, rows);
  expect(failed).toBe(0);
  const host = bodyOf(await inventory.admin.get(`${hosts}${String(results[0]?.id)}/`));
  expect(host).toMatchObject({
    platform: { name: 'Linux' },
    nodes_display: ['/DEFAULT/Far/North', '/DEFAULT/Far/South'],
  });

  const user = { name: 'Ann Lee', username: 'ann', email: 'ann@example.com' };
  const made = await inventory.admin.post('/api/v1/users/users/', user);
  expect(made.status, made.text).toBe(201);
  const permissions = '/api/v1/perms/asset-permissions/';
  const [permission] = await parsed(
    permissions,
    'name,users,assets\r\nnamed,Ann Lee(ann),"[""by-name""]"\r\n',
  );
  const stored = await inventory.admin.post(permissions, { ...permission, accounts: ['@ALL'] });
  expect(bodyOf(stored)).toMatchObject({
    users: [{ id: bodyOf(made).id }],
    assets: [{ id: results[0]?.id }],
  });
});

test('B-5-050 the preview of a template says what every cell is: objects, nothing, or an empty text', async () => {
  const { id } = await inventory.host({ name: 'example-host', comment: '' });
  const template = await inventory.admin.get(`${hosts}?format=csv&template=import&name=example-host`);
  const [row = {}] = await parsed(hosts, template.text);
  expect(row).toMatchObject({
    name: 'example-host',
    protocols: expect.arrayContaining([{ name: 'ssh', port: '22' }]),
    accounts: null,
    comment: '',
    domain: null,
  });
  const again = await imported(hosts, [{ ...row, name: 'example-copy' }]);
  expect(again).toMatchObject({ failed: 0 });
  const copy = bodyOf(await inventory.admin.get(`${hosts}${String(again.results[0]?.id)}/`));
  expect(copy).toMatchObject({ protocols: expect.arrayContaining([{ name: 'ssh', port: 22 }]), comment: '' });
  const [change] = await parsed(hosts, `id,name,address,comment\r\n${id},,-,-\r\n`);
  expect(change).toEqual({ id, comment: '' });
  const users = 'name,username,email,password,comment\r\nBea,bea,bea@example.com,-,\r\n';
  const [user = {}] = await parsed('/api/v1/users/users/', users);
  expect(user).toMatchObject({ password: null, comment: expect.toBeOneOf([null, '']) });
  expect((await imported('/api/v1/users/users/', [user])).failed).toBe(0);
});

test('an unknown name is answered with similar ones, an ambiguous one with how to choose', async () => {
  for (const path of ['/East/Web', '/West/Web']) await inventory.node(path);
  const rows = await parsed(
    hosts,
    'name,address,platform,nodes\r\na,10.1.1.1,Lnux,/DEFAULT/Estt/Web\r\nb,10.1.1.2,Qqqqq,Web\r\n',
  );
  const { results } = await imported(hosts, rows);
  const [first, second] = results.map(({ errors }) => errors);
  expect(first).toEqual({
    platform: [expect.stringMatching(/^"Lnux" is not known here\. Did you mean .*\bLinux\b.*\?$/)],
    nodes: [expect.stringContaining('/DEFAULT/East/Web')],
  });
  expect(second).toEqual({
    platform: ['"Qqqqq" is not known here.'],
    nodes: ['Several objects are named "Web". Add an id to choose one: Web(id).'],
  });
});

test('a user who may not see related rows learns none of their names', async () => {
  const caller = inventory.as({ permissions: ['assets.add_host', 'assets.add_asset', 'assets.view_host'] });
  const row = (platform: string) => ({ name: 'blind', address: '10.1.1.1', platform: { name: platform } });
  const { results } = await imported(hosts, [row('Linux'), row('Lnux')], caller);
  expect(results.map(({ errors }) => errors)).toEqual(
    ['Linux', 'Lnux'].map((name) => ({ platform: [`"${name}" is not known here.`] })),
  );
});

test('another organization’s rows are neither found by name nor suggested', async () => {
  const domains = '/api/v1/assets/domains/';
  expect((await inventory.other.post(domains, { name: 'secret-zone' })).status).toBe(201);
  const row = {
    name: 'x',
    address: '10.1.1.1',
    platform: { name: 'Linux' },
    domain: { name: 'secret-zone' },
  };
  const { results } = await imported(hosts, [row]);
  expect(results[0]?.errors).toEqual({ domain: ['"secret-zone" is not known here.'] });
});

test('an unknown id is reported as an invalid id', async () => {
  const id = '10000000-0000-4000-8000-0000000000ff';
  const row = {
    name: 'x',
    address: '10.1.1.1',
    platform: { pk: 999_999, name: 'Linux' },
    nodes: [`${id}`, { pk: id, name: 'Web' }],
  };
  const { results } = await imported(hosts, [row]);
  expect(results[0]?.errors).toEqual({
    platform: ['"999999" does not exist or is not visible to you.'],
    nodes: [`"${id}" does not exist or is not visible to you.`],
  });
});
