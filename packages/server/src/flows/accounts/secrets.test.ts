import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

type Wire = { id: string; [field: string]: unknown };
let api: Awaited<ReturnType<typeof startApi>>;
let estate: ReturnType<typeof estateOf>;
let asset: string;
let account: string;
const secrets = '/api/v1/accounts/account-secrets/';
const viewer = (id: string) =>
  api.as({ id, permissions: ['accounts.view_accountsecret', 'accounts.view_account'], username: 'ann' });

beforeAll(async () => {
  api = await startApi();
  estate = estateOf(api.pool);
  asset = await estate.asset({ name: 'vault' });
  const made = await api
    .as({ superuser: true })
    .post('/api/v1/accounts/accounts/', { asset, username: 'root', secret: 'sesame' });
  account = (made.json as Wire).id;
});
afterAll(() => api.stop());

test('viewing a secret needs its own permission and is logged', async () => {
  const plain = api.as({ permissions: ['accounts.view_account'] });
  expect((await plain.get(`${secrets}${account}/`)).status).toBe(403);
  const ann = await estate.user('ann');
  const shown = await viewer(ann).get(`${secrets}${account}/`);
  expect(shown.json).toMatchObject({ id: account, secret: 'sesame' });
  expect(shown.headers['cache-control']).toBe('no-store');
  await viewer(ann).get(`${secrets}?asset=${asset}`);
  const logs = await api.pool.query(
    "select resource, resource_id from audits_operatelog where action = 'view' order by datetime",
  );
  expect(logs.rows).toEqual([
    { resource: 'root', resource_id: account },
    { resource: `Filtered: asset=${asset}`, resource_id: '' },
  ]);
  const activity = await api.pool.query(
    'select content from audits_activitylog where resource_id = $1 and content like $2',
    [account, '%secret_viewed%'],
  );
  expect(activity.rows).toHaveLength(2);
});

test.each(['fields=secret', 'fields=username,secret', 'fields!=id', 'fields!=username, id,name'])(
  'reading secrets with %s is in the activity of each account as well',
  async (choice) => {
    const made = await api
      .as({ superuser: true })
      .post('/api/v1/accounts/accounts/', { asset, username: choice, secret: 'hidden' });
    const { id } = made.json as Wire;
    const read = await viewer(await estate.user(`reader of ${choice}`)).get(`${secrets}?id=${id}&${choice}`);
    expect(read.json).toEqual([expect.objectContaining({ id, secret: 'hidden' })]);
    const { rows } = await api.pool.query(
      "select 1 from audits_activitylog where resource_id = $1 and content like '%secret_viewed%'",
      [id],
    );
    expect(rows).toHaveLength(1);
  },
);

test("an export is encrypted with the user's password, and refused with an explanation without one", async () => {
  const bob = await estate.user('bob');
  const exported = await viewer(bob).get(`${secrets}?format=csv`);
  expect(String(exported.headers['content-disposition'])).toMatch(/\.txt"$/);
  expect(exported.text).toContain('file encryption password');
  expect(exported.text).not.toContain('sesame');
  await api.pool.query('update users_user set file_encryption_password = $1 where id = $2', [
    api.services.vault.seal('open!'),
    bob,
  ]);
  const file = await viewer(bob).get(`${secrets}?format=csv`);
  expect(String(file.headers['content-disposition'])).toMatch(/\.zip"$/);
  expect(file.raw.rawPayload.includes('sesame')).toBe(false);
  const entries = await new ZipReader(new BlobReader(new Blob([file.raw.rawPayload as never]))).getEntries();
  expect(entries.map((entry) => [entry.filename.replace(/_.*\./, '_.'), entry.encrypted])).toEqual([
    ['account_.csv', true],
  ]);
  const read = (password: string) =>
    (entries[0] as unknown as { getData(writer: TextWriter, options: object): Promise<string> }).getData(
      new TextWriter(),
      { password },
    );
  expect(await read('open!')).toContain('sesame');
  await expect(read('wrong')).rejects.toThrow();
  const accepted = await viewer(bob).get(secrets, undefined, { accept: 'text/csv' });
  expect(String(accepted.headers['content-disposition'])).toMatch(/\.zip"$/);
  expect(accepted.raw.rawPayload.includes('sesame')).toBe(false);
  const list = await viewer(bob).get('/api/v1/accounts/accounts/?format=xlsx');
  expect(String(list.headers['content-disposition'])).toMatch(/\.zip"$/);
});

test('import templates contain no secrets', async () => {
  const admin = api.as({ superuser: true });
  const file = await admin.get('/api/v1/accounts/accounts/?format=csv&template=import&limit=1');
  expect(String(file.headers['content-type'])).toContain('text/csv');
  expect(file.text).not.toContain('sesame');
});

test('one account is created on many assets with a result for each', async () => {
  const admin = api.as({ superuser: true });
  const url = '/api/v1/accounts/accounts/bulk/';
  const [assetA, assetB] = [await estate.asset({ name: 'many-1' }), await estate.asset({ name: 'many-2' })];
  const odd = await estate.asset({ name: 'many-3', protocols: [{ name: 'mysql', port: 3306 }] });
  await admin.post('/api/v1/accounts/accounts/', { asset: assetB, username: 'deploy', secret: 'old' });
  const body = { username: 'deploy', secret: 'new', assets: [assetA, { id: assetB }] };
  const refused = await admin.post(url, { ...body, on_invalid: 'error' });
  expect(refused.status).toBe(400);
  expect(refused.json).toEqual([
    { asset: 'many-2(10.0.0.1)', state: 'error', error: 'The account already exists.' },
  ]);
  expect((await admin.post(url, body)).json, 'without on_invalid').toEqual(refused.json);
  expect((await admin.get(`/api/v1/accounts/accounts/?asset=${assetA}`)).json).toEqual([]);
  expect((await admin.post(url, { ...body, on_invalid: 'skip' })).json).toEqual([
    { asset: 'many-1(10.0.0.1)', state: 'created', changed: true },
    { asset: 'many-2(10.0.0.1)', state: 'skipped', changed: false },
  ]);
  expect((await admin.post(url, { ...body, on_invalid: 'update' })).json).toEqual([
    { asset: 'many-2(10.0.0.1)', state: 'updated', changed: true },
    { asset: 'many-1(10.0.0.1)', state: 'skipped', changed: false },
  ]);
  const noted = { username: 'deploy', comment: 'rotated', assets: [assetA], on_invalid: 'update' };
  for (const [state, changed] of [
    ['updated', true],
    ['skipped', false],
  ])
    expect((await admin.post(url, noted)).json).toEqual([{ asset: 'many-1(10.0.0.1)', state, changed }]);
  expect((await admin.get(`/api/v1/accounts/accounts/?asset=${assetA}`)).json).toMatchObject([
    { comment: 'rotated' },
  ]);
  const keyed = { ...body, secret_type: 'ssh_key', secret: undefined, assets: [odd], on_invalid: 'skip' };
  expect((await admin.post(url, keyed)).json).toEqual([
    { asset: 'many-3(10.0.0.1)', state: 'error', error: expect.stringContaining('SSH key') },
  ]);
  expect(Object.keys((await admin.post(url, { username: 'x', assets: [] })).json)).toEqual(['assets']);
  const clash = await admin.post(url, { ...body, name: 'deploy', username: 'other', on_invalid: 'skip' });
  expect((clash.json as { state: string }[]).map((row) => row.state)).toEqual(['created', 'created']);
  const names = (await admin.get(`/api/v1/accounts/accounts/?asset=${assetA}`)).json as Wire[];
  expect(names.map((row) => row.name)).toEqual(['deploy', expect.stringMatching(/^deploy-[0-9a-f]{4}$/)]);
});

test('a value that names no template is refused; without a template an account is created', async () => {
  const admin = api.as({ superuser: true });
  const asset = await estate.asset({ name: 'templated-1' });
  const body = { username: 'deploy', secret: 'new', assets: [asset], on_invalid: 'skip' };
  const create = (template: unknown) => admin.post('/api/v1/accounts/accounts/bulk/', { ...body, template });
  const refusals = await Promise.all([' ', true, {}, [], { name: 'deploy' }, asset].map(create));
  expect(refusals.map(({ status, json }) => [status, Object.keys(json)])).toEqual(
    refusals.map(() => [400, ['template']]),
  );
  const none = [await create(''), await create(null), await create(undefined)];
  expect(none.map(({ json }) => (json as { state: string }[]).map(({ state }) => state))).toEqual([
    ['created'],
    ['skipped'],
    ['skipped'],
  ]);
});

test('the id of an asset or a template may be written in capitals', async () => {
  const admin = api.as({ superuser: true });
  const asset = await estate.asset({ name: 'capital-1' });
  const facts = { name: 'capital', username: 'capital', secret: 'sesame' };
  const template = (await admin.post('/api/v1/accounts/account-templates/', facts)).json as Wire;
  const accounts = '/api/v1/accounts/accounts/';
  const named = { asset: asset.toUpperCase(), template: String(template.id).toUpperCase() };
  const made = await admin.post(accounts, named);
  expect([made.status, made.text]).toMatchObject([201, expect.stringContaining(asset)]);
  expect(await admin.post(accounts, named)).toMatchObject({ status: 400 });
});

test('the operate log says which secrets a list showed', async () => {
  const reader = viewer(await estate.user('reader'));
  const before = new Date();
  for (const query of [
    'limit=5&order=name',
    `ids=${account}`,
    'spm=x&limit=1',
    `username=root&limit=5&name=`,
  ])
    expect((await reader.get(`${secrets}?${query}`)).status).toBe(200);
  const { rows } = await api.pool.query(
    "select resource, resource_key, org_id::text as org from audits_operatelog where action = 'view' and datetime >= $1 order by datetime",
    [before],
  );
  const line = (resource: string) => ({
    resource,
    resource_key: 'accounts.accountsecret',
    org: DEFAULT_ORG_ID,
  });
  expect(rows).toEqual(['All', 'Selected rows', 'Selected rows', 'Filtered: username=root'].map(line));
});

test('viewing the earlier secrets of an account is logged only if there are any', async () => {
  const ann = await estate.user('historian');
  const admin = api.as({ superuser: true });
  const made = (await admin.post('/api/v1/accounts/accounts/', { asset, username: 'old', secret: 'first' }))
    .json as Wire;
  const noted = async () => {
    const { rows } = await api.pool.query(
      "select resource from audits_operatelog where action = 'view' and resource_id = $1",
      [made.id],
    );
    const lines = await api.pool.query(
      "select 1 from audits_activitylog where resource_id = $1 and content like '%secret_viewed%'",
      [made.id],
    );
    return [rows.map(({ resource }) => resource), lines.rows.length];
  };
  const histories = async () =>
    ((await viewer(ann).get(`${secrets}${made.id}/histories/`)).json as Wire[]).map(({ secret }) => secret);
  expect(await histories()).toEqual([]);
  expect(await noted()).toEqual([[], 0]);
  await admin.patch(`/api/v1/accounts/accounts/${made.id}/`, { secret: 'second' });
  expect(await histories()).toEqual(['first']);
  expect(await noted()).toEqual([['old'], 1]);
  // A secret that was cleared is part of the history too.
  await admin.patch('/api/v1/accounts/accounts/clear-secret/', { account_ids: [made.id] });
  expect(await histories()).toEqual(['second', 'first']);
});
