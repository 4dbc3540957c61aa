import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('the port of a web site is read from its address', async () => {
  const ports = [];
  for (const address of ['https://a.example', 'http://a.example/x', 'https://a.example:8443/y', 'a.example'])
    ports.push(
      (await inventory.made(post('webs', { platform: inventory.platform('Website'), address }))).protocols,
    );
  expect(ports).toEqual([443, 80, 8443, 443].map((port) => [{ name: 'http', port }]));
});

test('a database asset names its database, unless its type needs none', async () => {
  const need = await post('databases', { platform: inventory.platform('PostgreSQL') });
  expect(need).toMatchObject({ status: 400, json: { db_name: expect.any(Array) } });
  const made = await inventory.made(
    post('databases', {
      platform: inventory.platform('PostgreSQL'),
      db_name: 'erp',
      use_ssl: true,
      ca_cert: '-----BEGIN CERTIFICATE-----\nabc\n',
    }),
  );
  expect(made.ca_cert).toBe('-----BEGIN CERTIFICATE-----\nabc');
  const { rows } = await inventory.pool.query('select ca_cert from assets_asset where id = $1', [made.id]);
  expect(rows[0].ca_cert).toMatch(/^g1\./);
  expect(await read(made.id)).toMatchObject({
    spec_info: { db_name: 'erp', use_ssl: true, allow_invalid_cert: false },
  });
  expect((await post('databases', { platform: inventory.platform('MySQL') })).status).toBe(201);
  expect((await inventory.admin.patch(`${base}databases/${made.id}/`, { db_name: '' })).status).toBe(400);
  const required = async (platform: string) =>
    bodyOf<{ actions: { POST: { db_name: Json } } }>(
      await inventory.admin.options(`${base}databases/?platform=${inventory.platform(platform)}`),
    ).actions.POST.db_name.required;
  expect([await required('MySQL'), await required('MongoDB')]).toEqual([false, true]);
});

test('B-3-011 a web site describes how its login page is filled in', async () => {
  const platform = inventory.platform('Website');
  const basic = await inventory.made(post('webs', { platform, username_selector: 'id=u' }));
  expect((await read(basic.id)).spec_info).toEqual({
    autofill: 'basic',
    username_selector: 'id=u',
    password_selector: 'name=password',
    submit_selector: 'id=login_button',
    script: [],
  });
  const script = await inventory.made(post('webs', { platform, autofill: 'script', script: [{ step: 1 }] }));
  expect((await read(script.id)).spec_info).toEqual({ autofill: 'script', script: [{ step: 1 }] });
  const none = await inventory.made(post('webs', { platform, autofill: 'no' }));
  expect((await read(none.id)).spec_info).toEqual({ autofill: 'no' });
  expect(await post('webs', { platform, script: { step: 1 } })).toMatchObject({
    status: 400,
    json: { script: expect.any(Array) },
  });
});

test('a chat model accepts only an http proxy', async () => {
  const platform = inventory.platform('ChatGPT');
  const refused = await post('gpts', { platform, proxy: 'proxy:3128' });
  expect(refused).toMatchObject({ status: 400, json: { proxy: expect.any(Array) } });
  const made = await inventory.made(post('gpts', { platform, proxy: 'http://proxy:3128' }));
  expect((await read(made.id)).spec_info).toEqual({ proxy: 'http://proxy:3128' });
});

test('custom assets have the fields declared by their platform; passwords in them are never sent', async () => {
  const platform = await inventory.made(
    inventory.admin.post(`${base}platforms/`, {
      name: 'Mainframe',
      category: 'custom',
      type: 'mainframe',
      protocols: [{ name: 'telnet', port: 23 }],
      custom_fields: [
        { name: 'region', label: 'Region', type: 'choice', choices: ['eu', 'us'], default: 'eu' },
        { name: 'lines', label: 'Lines', type: 'int' },
        { name: 'pin', label: 'PIN', type: 'password' },
      ],
    }),
  );
  const { id: platformId } = platform;
  const refused = await post('customs', {
    platform: platformId,
    custom_info: { region: 'mars', lines: 'x' },
  });
  expect(refused).toMatchObject({
    status: 400,
    json: { custom_info: { region: expect.any(Array), lines: expect.any(Array) } },
  });
  const made = await inventory.made(
    post('customs', { platform: platformId, custom_info: { lines: 24, pin: 'top-secret-pin' } }),
  );
  expect(await read(made.id, 'customs')).toMatchObject({ custom_info: { region: 'eu', lines: 24 } });
  await inventory.admin.patch(`${base}customs/${made.id}/`, { custom_info: { region: 'us', pin: '' } });
  const { rows } = await inventory.pool.query('select custom_info from assets_asset where id = $1', [
    made.id,
  ]);
  expect(rows[0].custom_info).toMatchObject({ region: 'us', lines: 24, pin: expect.stringMatching(/^g1\./) });
  const everything = await inventory.pool.query('select diff from audits_operatelog where resource_id = $1', [
    made.id,
  ]);
  expect(JSON.stringify([await read(made.id, 'customs'), everything.rows])).not.toMatch(
    /top-secret-pin|g1\./,
  );
  const meta = bodyOf<{ actions: { POST: { custom_info: { children: Json } } } }>(
    await inventory.admin.options(`${base}customs/?platform=${platformId}`),
  );
  expect(Object.keys(meta.actions.POST.custom_info.children)).toEqual(['region', 'lines', 'pin']);
});

test('B-3-003 hardware facts of a host are corrected one by one', async () => {
  const host = await inventory.host();
  await inventory.admin.patch(`${base}hosts/${host.id}/`, {
    gathered_info: { vendor: 'Acme', cpu_count: '2' },
  });
  await inventory.admin.patch(`${base}hosts/${host.id}/`, { gathered_info: { vendor: 'Other' } });
  expect((await read(host.id, 'hosts')).gathered_info).toMatchObject({ vendor: 'Other', cpu_count: '2' });
  const long = await inventory.admin.patch(`${base}hosts/${host.id}/`, {
    gathered_info: { arch: 'x'.repeat(17) },
  });
  expect(long).toMatchObject({ status: 400, json: { gathered_info: { arch: expect.any(Array) } } });
});

test('facts about an asset that is no host are short texts by name', async () => {
  const cloud = await inventory.made(post('clouds', { platform: inventory.platform('Vmware-vSphere') }));
  const change = (gathered_info: unknown) =>
    inventory.admin.patch(`${base}clouds/${cloud.id}/`, { gathered_info });
  const facts = { vendor: 'Acme', ['n'.repeat(64)]: 'x'.repeat(1024), arch: null };
  expect(await change(facts)).toMatchObject({ status: 200, json: { gathered_info: facts } });
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`fact-${at}`, 'x']));
  const { 'fact-100': _last, ...hundred } = many;
  for (const wrong of [many, [], 'x', { ['n'.repeat(65)]: 'x' }, { arch: 'x'.repeat(1025) }, { arch: 1 }])
    expect(await change(wrong), JSON.stringify(wrong)).toMatchObject({
      status: 400,
      json: { gathered_info: expect.any(Array) },
    });
  expect((await read(cloud.id)).gathered_info).toEqual(facts);
  expect((await change(hundred)).status).toBe(200);
});

test('a new asset is told of one text about its platform, and of all its other mistakes', async () => {
  const text = expect.any(String);
  expect(await inventory.admin.post(`${base}hosts/`, {})).toMatchObject({
    status: 400,
    json: { name: [text], address: [text], platform: text },
  });
  for (const platform of [999_999, { pk: 999_999 }])
    expect(await post('hosts', { platform })).toMatchObject({ status: 400, json: { platform: text } });
  expect(await post('hosts', { platform: 'x' })).toMatchObject({ status: 400, json: { platform: [text] } });
  expect(await inventory.admin.post(`${base}hosts/`, [{}])).toMatchObject({
    status: 400,
    json: [{ platform: [text], protocols: { platform: text } }],
  });
  const halves = [
    { protocols: [{ name: 'ssh', port: 22 }] },
    { platform: inventory.platform('Linux'), protocols: undefined },
  ];
  for (const half of halves) {
    const { json } = await inventory.admin.post(`${base}hosts/`, [half]);
    expect(json).toMatchObject([{ name: [text] }]);
    expect(json).not.toMatchObject([{ protocols: expect.anything() }]);
  }
});

test('PUT of a gateway, a platform or an account needs what is fixed when it is made', async () => {
  const lacking = async (url: string, body: Json) => {
    const { status, json } = await inventory.admin.put(url, body);
    return [status, Object.keys(json).toSorted()];
  };
  const unsaid = await post('gateways', {});
  expect([unsaid.status, unsaid.json]).toEqual([400, { platform: 'This field is required.' }]);
  const gateway = await inventory.made(post('gateways', { platform: { name: 'Gateway' } }));
  expect(await lacking(`${base}gateways/${gateway.id}/`, { name: name(), address: '10.1.1.1' })).toEqual([
    400,
    ['platform', 'protocols'],
  ]);
  const protocols = [{ name: 'ssh', port: 22 }];
  const fixed = { category: 'host', type: 'linux' };
  const made = await inventory.made(
    inventory.admin.post(`${base}platforms/`, { name: 'Fixed', ...fixed, protocols }),
  );
  const platform = `${base}platforms/${made.id}/`;
  expect(await lacking(platform, { name: 'Fixed', protocols })).toEqual([400, ['category', 'type']]);
  expect((await inventory.admin.put(platform, { name: 'Fixed', ...fixed, protocols })).status).toBe(200);
  const accounts = '/api/v1/accounts/accounts/';
  const login = { asset: (await inventory.host()).id, username: 'fixed' };
  const account = await inventory.made(inventory.admin.post(accounts, login));
  const url = `${accounts}${account.id}/`;
  expect(await lacking(url, { name: 'new name' })).toEqual([400, ['asset', 'username']]);
  const whole = await inventory.admin.put(url, { ...login, name: 'new name' });
  expect(whole).toMatchObject({ status: 200, json: { name: 'new name', username: 'fixed' } });
});

test('PUT of an asset needs its protocols', async () => {
  const host = await inventory.host();
  const { name, address } = await read(host.id, 'hosts');
  const put = (body: Json) => inventory.admin.put(`${base}hosts/${host.id}/`, body);
  const whole = { name, address, platform: inventory.platform('Linux') };
  const refused = await put(whole);
  expect(refused).toMatchObject({
    status: 400,
    json: { protocols: { protocols: 'This field is required.' } },
  });
  expect(await put({})).toMatchObject({
    status: 400,
    json: { platform: [expect.any(String)], protocols: { protocols: expect.any(String) } },
  });
  expect(await put({ ...whole, protocols: 'x' })).toMatchObject({
    status: 400,
    json: { protocols: { non_field_errors: ['Enter a list.'] } },
  });
  const protocols = [{ name: 'ssh', port: 2022 }];
  expect(await put({ ...whole, protocols })).toMatchObject({ status: 200, json: { protocols } });
});
