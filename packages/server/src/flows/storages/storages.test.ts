import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { makeLicence, storeLicence } from '../../../test/licence.ts';

const base = '/api/v1/terminal/';
const replay = `${base}replay-storages/`;
const command = `${base}command-storages/`;
const builtIn = '00000000-0000-0000-0000-000000000001';
const hush = 'never-to-be-seen';

let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true, org: ROOT_ORG_ID });
});
afterAll(() => api.stop());

type Storage = { id: string; name: string; type: { value: string }; meta: object; is_default: boolean };

const bucket = (more: object = {}) => ({
  BUCKET: 'recordings',
  ACCESS_KEY: 'key',
  SECRET_KEY: hush,
  ENDPOINT: 'https://s3.example.com',
  ...more,
});
const made = async (body: object): Promise<Storage> => {
  const answer = await admin.post(replay, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
};
const named = async (name: string): Promise<Storage> =>
  ((await admin.get(`${replay}?name=${name}`)).json as Storage[])[0] as Storage;

test('an installation starts with a storage on the server, the default, and one that keeps nothing', async () => {
  for (const url of [replay, command]) {
    const rows = (await admin.get(url)).json as Storage[];
    expect(rows.map(({ name, type, meta, is_default }) => [name, type.value, meta, is_default])).toEqual([
      ['default', 'server', {}, true],
      ['null', 'null', {}, false],
    ]);
  }
  const real = (await admin.get(`${command}?real=1`)).json as Storage[];
  expect(real.map(({ name }) => name)).toEqual(['default']);
});

test('what a storage is told depends on its type; secrets are never answered, logged or exported', async () => {
  const { actions } = (await admin.options(`${replay}?type=s3`)).json as {
    actions: { POST: { meta: { type: string; children: Record<string, { write_only: boolean }> } } };
  };
  expect(actions.POST.meta.type).toBe('nested object');
  expect(Object.keys(actions.POST.meta.children)).toEqual(['BUCKET', 'ACCESS_KEY', 'SECRET_KEY', 'ENDPOINT']);
  expect(actions.POST.meta.children.SECRET_KEY?.write_only).toBe(true);
  const storage = await made({ name: 'told', type: 's3', meta: bucket() });
  expect(storage.meta).toEqual({
    BUCKET: 'recordings',
    ACCESS_KEY: 'key',
    ENDPOINT: 'https://s3.example.com',
  });
  const { rows } = await api.pool.query('select meta, secrets from terminal_replaystorage where name = $1', [
    'told',
  ]);
  expect(JSON.stringify(rows)).not.toContain(hush);
  const kept = await admin.patch(`${replay}${storage.id}/`, { meta: { BUCKET: 'other' } });
  expect((kept.json as Storage).meta).toMatchObject({ BUCKET: 'other', ACCESS_KEY: 'key' });
  const again = await api.pool.query('select secrets from terminal_replaystorage where name = $1', ['told']);
  expect(again.rows[0].secrets).toEqual(rows[0].secrets);
  await admin.patch(`${replay}${storage.id}/`, { meta: { SECRET_KEY: `${hush}-2` } });
  const logs = await api.pool.query(
    'select diff::text as diff from audits_operatelog where resource_id = $1',
    [storage.id],
  );
  expect(logs.rows).toHaveLength(3);
  expect(logs.rows.map(({ diff }) => JSON.parse(diff))).toContainEqual({
    'Secret key': ['******', '******'],
  });
  const text = JSON.stringify([
    logs.rows,
    (await admin.get(replay)).json,
    (await admin.get(`${replay}${storage.id}/`)).json,
  ]);
  expect(text).not.toContain(hush);
  expect(text).toContain('******');
});

test('the parts of each type are checked on their fields', async () => {
  const refused = async (type: string, meta: object) => {
    const { status, json } = await admin.post(replay, { name: 'wrong', type, meta });
    return [status, Object.keys((json as { meta: object }).meta ?? json)];
  };
  expect(await refused('s3', {})).toEqual([400, ['BUCKET', 'ENDPOINT']]);
  expect(await refused('s3', bucket({ ENDPOINT: 'https://s3.example.com/path' }))).toEqual([
    400,
    ['ENDPOINT'],
  ]);
  expect(await refused('swift', bucket())).toEqual([400, ['REGION']]);
  expect(await refused('azure', {})).toEqual([400, ['CONTAINER_NAME', 'ACCOUNT_NAME', 'ACCOUNT_KEY']]);
  const sftp = { SFTP_HOST: 'files.example.com', SFTP_USERNAME: 'u', SFTP_ROOT_PATH: '/r' };
  expect(await refused('sftp', sftp)).toEqual([400, ['SFTP_HOST']]);
  expect(await refused('server', {})).toEqual([400, ['type']]);
  await made({ name: 'pathful', type: 'obs', meta: bucket({ ENDPOINT: 'https://obs.example.com/p' }) });
  expect((await admin.post(replay, { name: 'pathful', type: 's3', meta: bucket() })).status).toBe(400);
});

test('a secret does not follow a storage to another address', async () => {
  const { id } = await made({ name: 'moving', type: 's3', meta: bucket() });
  const meta = { ENDPOINT: 'https://elsewhere.example.com' };
  const refused = await admin.patch(`${replay}${id}/`, { meta });
  expect([refused.status, Object.keys((refused.json as { meta: object }).meta)]).toEqual([
    400,
    ['SECRET_KEY'],
  ]);
  expect((await admin.patch(`${replay}${id}/`, { meta: { ...meta, SECRET_KEY: 'new' } })).status).toBe(200);
});

test('one storage is the default: new components use it; one by SFTP never is, nor do components use it', async () => {
  const { id } = await made({ name: 'chosen', type: 's3', meta: bucket(), is_default: true });
  expect((await named('default')).is_default).toBe(false);
  await registerComponent(api, 'newcomer');
  const terminals = async () =>
    (await admin.get(`${base}terminals/?name=newcomer`)).json as { id: string; replay_storage: string }[];
  const [component] = await terminals();
  expect(component?.replay_storage).toBe('chosen');
  const refused = await admin.delete(`${replay}${id}/`);
  expect([refused.status, Object.keys(refused.json as object)]).toEqual([
    400,
    expect.arrayContaining(['msg']),
  ]);
  await admin.patch(`${replay}${builtIn}/`, { is_default: true });
  const inUse = await admin.delete(`${replay}${id}/`);
  expect([inUse.status, (inUse.json as { msg: string }).msg]).toEqual([
    400,
    expect.stringContaining('newcomer'),
  ]);
  await admin.patch(`${replay}${id}/`, { name: 'renamed' });
  expect((await terminals())[0]?.replay_storage).toBe('renamed');

  const meta = { SFTP_HOST: '127.0.0.1', SFTP_USERNAME: 'u', SFTP_PASSWORD: hush, SFTP_ROOT_PATH: '/r' };
  const sftp = await made({ name: 'backups', type: 'sftp', meta, is_default: true });
  expect(sftp.is_default).toBe(false);
  const at = `${base}terminals/${component?.id}/`;
  for (const storage of ['backups', 'unknown'])
    expect((await admin.patch(at, { replay_storage: storage })).json).toHaveProperty('replay_storage');
  expect((await admin.patch(at, { replay_storage: builtIn })).json).toMatchObject({
    replay_storage: 'default',
  });
  const offered = (await admin.get(`${replay}?type_not=sftp`)).json as Storage[];
  expect(offered.map(({ name }) => name)).not.toContain('backups');
  expect((await admin.delete(`${replay}${id}/`)).status).toBe(204);
});

test('built-in storages are neither renamed nor deleted', async () => {
  for (const url of [replay, command]) {
    expect((await admin.delete(`${url}${builtIn}/`)).status).toBe(400);
    expect((await admin.patch(`${url}${builtIn}/`, { name: 'other' })).json).toHaveProperty('name');
  }
});

test('a storage by SFTP needs a licence', async () => {
  await storeLicence(api.pool, makeLicence({ days: -3 }));
  await api.services.settings.reload();
  const { status, json } = await admin.post(replay, { name: 's', type: 'sftp', meta: {} });
  const { actions } = (await admin.options(replay)).json as {
    actions: { POST: { type: { choices: { value: string }[] } } };
  };
  await storeLicence(api.pool);
  await api.services.settings.reload();
  expect([status, (json as { code: string }).code]).toEqual([403, 'licence_required']);
  expect(actions.POST.type.choices.map(({ value }) => value)).not.toContain('sftp');
});
