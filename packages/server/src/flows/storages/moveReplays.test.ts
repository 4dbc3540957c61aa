import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { type S3Server, startS3 } from '../../../test/servers/s3Server.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { createS3Blobs } from '../../platform/blobs/s3Blobs.ts';
import { checkStorages } from './checkStorages.ts';
import { moveReplays } from './moveReplays.ts';

const base = '/api/v1/terminal/';
let s3: S3Server;
let far: Blobs;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
let terminal: string;
beforeAll(async () => {
  s3 = await startS3();
  far = createS3Blobs(s3.place);
  api = await startApi();
  admin = api.as({ superuser: true, org: ROOT_ORG_ID });
  gateway = await registerComponent(api, 'gw');
  [{ id: terminal }] = (await admin.get(`${base}terminals/`)).json as [{ id: string }];
});
afterAll(async () => {
  await api.stop();
  await s3.stop();
});

const meta = (more: object = {}) => ({
  BUCKET: s3.place.bucket,
  ACCESS_KEY: s3.place.credentials?.accessKeyId,
  SECRET_KEY: s3.place.credentials?.secretAccessKey,
  ENDPOINT: s3.place.endpoint,
  ...more,
});
const storage = async (name: string, more: object = {}): Promise<string> => {
  const made = await admin.post(`${base}replay-storages/`, { name, type: 's3', meta: meta(more) });
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
const use = async (name: string) => {
  const changed = await admin.patch(`${base}terminals/${terminal}/`, { replay_storage: name });
  expect(changed.status, changed.text).toBe(200);
};
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const record = async (text: string) => {
  const id = await gateway.session();
  const body =
    '--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n3\r\n' +
    `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${text}\r\n--x--\r\n`;
  const stored = await gateway.post(`${base}sessions/${id}/replay/`, body, multipart);
  expect(stored.status, stored.text).toBe(201);
  const { url } = stored.json as { url: string };
  return { id, url, path: url.replace('/media/replay/', ''), key: url.replace('/media/', '') };
};
const move = () => moveReplays({ ...api.services, db: api.services.unhurried });
const hasHere = async (key: string) => (await api.services.blobs.stat(key)) !== undefined;
const hasThere = async (path: string) => (await far.stat(path)) !== undefined;
const messages = async () =>
  (
    await api.pool.query<{ params: { storages: string } }>(
      "select text->'params' as params from audits_messagelog where message_type = 'storage_unreachable'",
    )
  ).rows.map(({ params }) => params.storages);
const dueNow = () => api.pool.query('update terminal_replaymove set date_due = now()');

test('a recording goes to the storage of its component, is played from there by ranges, and leaves the server', async () => {
  await storage('far');
  await use('far');
  const { id, url, key, path } = await record('a recording');
  // Until it has arrived, it is played from here.
  expect((await admin.get(url)).text).toBe('a recording');
  expect(await move()).toEqual({ moved: 1, waiting: 0 });
  expect([await hasHere(key), await hasThere(path)]).toEqual([false, true]);
  const part = await admin.get(url, undefined, { range: 'bytes=2-4' });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'rec', 'bytes 2-4/11']);
  expect((await admin.get(`${base}sessions/${id}/replay/`)).json).toMatchObject({
    src: url,
    type: 'asciicast',
  });
  expect((await admin.get(`${base}sessions/${id}/replay/download/`)).text).toContain('a recording');
  expect(await move()).toEqual({ moved: 0, waiting: 0 });
});

test('recordings follow their component to another storage and back to the server', async () => {
  const { url, key, path } = await record('to and fro');
  await move();
  await use('default');
  expect((await move()).waiting).toBe(0);
  expect([await hasHere(key), await hasThere(path)]).toEqual([true, false]);
  expect((await admin.get(url)).text).toBe('to and fro');
  await use('far');
  await use('default');
  expect(await move()).toEqual({ moved: 0, waiting: 0 });
  expect(await hasHere(key)).toBe(true);
});

test('while a storage fails, recordings wait on the server, components are not held up, and it is told once', async () => {
  const broken = await storage('broken', { ENDPOINT: 'http://127.0.0.1:9' });
  await use('broken');
  const { url, key } = await record('waiting');
  const { waiting, moved } = await move();
  expect([waiting > 0, moved]).toEqual([true, 0]);
  await dueNow();
  await move();
  expect(await hasHere(key)).toBe(true);
  expect((await admin.get(url)).text).toBe('waiting');
  expect(await messages()).toEqual([expect.stringMatching(/^broken: \w+$/)]);
  expect(await checkStorages({ ...api.services, db: api.services.unhurried })).toBe(1);

  await admin.patch(`${base}replay-storages/${broken}/`, { meta: meta() });
  expect(await checkStorages({ ...api.services, db: api.services.unhurried })).toBe(0);
  const later = await move();
  expect([later.waiting, later.moved > 0]).toEqual([0, true]);
  expect(await hasHere(key)).toBe(false);
  expect((await admin.get(url)).text).toBe('waiting');
});

test('a storage with recordings is not deleted, even when no component uses it', async () => {
  await use('default');
  const [{ id }] = (await admin.get(`${base}replay-storages/?name=broken`)).json as [{ id: string }];
  expect((await admin.delete(`${base}replay-storages/${id}/`)).json).toMatchObject({
    code: 'storage_not_empty',
  });
  await move();
  expect((await admin.delete(`${base}replay-storages/${id}/`)).status).toBe(204);
});

test('a copy that is not like the original does not replace it', async () => {
  await use('far');
  const { key, path, url } = await record('precious');
  const forged: Blobs = {
    ...far,
    put: async (name, content) => {
      const found = await far.put(name, content);
      await far.put(
        name,
        (async function* () {
          yield Buffer.from('forged');
        })(),
      );
      return found;
    },
  };
  const { replayStores, unhurried: db } = api.services;
  const stores = {
    at: async (id: string | null) => {
      const store = await replayStores.at(id, db);
      return id === null ? store : { ...store, blobs: forged };
    },
  };
  expect(await moveReplays({ db, replayStores: stores })).toMatchObject({ moved: 0 });
  expect(await hasHere(key)).toBe(true);
  expect((await admin.get(url)).text).toBe('precious');
  await dueNow();
  await move();
  expect([await hasHere(key), await hasThere(path)]).toEqual([false, true]);
});

test('a recording whose storage cannot be reached is refused in words, not as missing', async () => {
  const { url, id } = await record('beyond');
  await move();
  const gone = await storage('unplugged', { ENDPOINT: 'http://127.0.0.1:9' });
  await api.pool.query('update terminal_session set replay_storage = $1 where id = $2', [gone, id]);
  for (const address of [url, `${base}sessions/${id}/replay/`])
    expect(await admin.get(address)).toMatchObject({ status: 502, json: { code: 'storage_unreachable' } });
});

test('a component whose storage keeps nothing is told so, and what it sends is not stored', async () => {
  await use('null');
  expect((await gateway.get(`${base}terminals/config/`)).json).toMatchObject({
    TERMINAL_REPLAY_STORAGE: { TYPE: 'null' },
  });
  const { id, url } = await record('secret');
  expect(url).toBe('');
  await gateway.patch(`${base}sessions/${id}/`, { has_replay: true });
  expect((await admin.get(`${base}sessions/${id}/`)).json).toMatchObject({ can_replay: false });
  expect((await admin.get(`${base}sessions/${id}/replay/`)).status).toBe(404);
});

test('a test of a storage says whether it works; why not, in a word without secrets', async () => {
  const tried = async (id: string) =>
    (await admin.get(`${base}replay-storages/${id}/test-connective/`)).json as {
      is_valid: boolean;
      msg: string;
    };
  const swift = { name: 'works', type: 'swift', meta: meta({ REGION: s3.place.region }) };
  const { id } = (await admin.post(`${base}replay-storages/`, swift)).json as { id: string };
  expect(await tried(id)).toMatchObject({ is_valid: true });
  const wrong = await tried(await storage('fails', { SECRET_KEY: 'never-to-be-seen' }));
  expect([wrong.is_valid, wrong.msg]).toEqual([
    false,
    expect.stringMatching(/^The storage cannot be used \(\w+\)\.$/),
  ]);
  expect(await tried('00000000-0000-0000-0000-000000000001')).toMatchObject({ is_valid: true });
  const refused = await api.as({ permissions: [] }).get(`${base}replay-storages/${id}/test-connective/`);
  expect(refused.status).toBe(403);
});
