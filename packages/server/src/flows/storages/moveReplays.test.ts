import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf } from '../../../test/inventory.ts';
import { startRecordings } from '../../../test/servers/recordings.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { checkStorages } from './checkStorages.ts';
import { followMoves } from './followStorage.ts';

const base = '/api/v1/terminal/';
const own = '/api/v1/ops/own-runs/';
type Run = {
  id: string;
  name: string;
  subject: string;
  state: string;
  error: string;
  total: number;
  done: number;
};
let recordings: Awaited<ReturnType<typeof startRecordings>>;
let api: (typeof recordings)['api'];
let admin: (typeof recordings)['admin'];
beforeAll(async () => {
  recordings = await startRecordings();
  ({ api, admin } = recordings);
  await recordings.storage('far');
});
afterAll(() => recordings.stop());

const latest = async (): Promise<Run> => {
  const [run] = bodyOf<Run[]>(await admin.get(own));
  if (!run) throw new Error('There is no run.');
  return run;
};
const ends = (state: string) => expect.poll(async () => (await latest()).state).toBe(state);
/** Recordings of the component where it stores now, and its storage from now on. */
const startMove = async (from: string, to: string, texts: readonly string[]) => {
  await recordings.use(from);
  await recordings.move();
  const made = [];
  for (const text of texts) made.push(await recordings.record(text));
  await recordings.use(to);
  return made;
};
/** A run that begins later would have recordings that could not be moved tried once more. */
const begun = (run: string) =>
  expect
    .poll(async () => {
      const underWay = 'select 1 from ops_celerytaskexecution where id = $1 and attempt = 1 and progress = 0';
      return (await api.pool.query(underWay, [run])).rowCount;
    })
    .toBe(1);
/** Stores elsewhere that do something first when a recording is put there. */
const storesThat = (act: (blobs: Blobs) => Promise<unknown>) =>
  recordings.changedStores((blobs) => ({
    ...blobs,
    put: async (key, content) => {
      if (!key.startsWith('gatehouse-test/')) await act(blobs);
      return blobs.put(key, content);
    },
  }));
const textAt = async (url: string) => (await admin.get(url)).text;

test('recordings that follow a component are a run of the user who changed its storage, with progress and end', async () => {
  const made = await startMove('default', 'far', ['one', 'two', 'three']);
  const { id } = await latest();
  expect(await latest()).toMatchObject({
    ...{ name: 'follow_storage', title: 'Move of recordings', subject: 'gw', unit: 'recordings' },
    ...{ total: 3, done: 0, failed: 0, is_stoppable: true, is_repeatable: false },
  });
  const stranger = recordings.api.as({ permissions: [], id: crypto.randomUUID() });
  expect(bodyOf<Run[]>(await stranger.get(own))).toEqual([]);
  expect(await recordings.move()).toEqual({ moved: 3, waiting: 0 });
  await ends('done');
  expect(await latest()).toMatchObject({ id, total: 3, done: 3, is_told: false, is_repeatable: false });
  expect(bodyOf<string[]>(await admin.post(`${own}told/`))).toEqual([id]);
  for (const { key, path } of made)
    expect([await recordings.hasHere(key), await recordings.hasThere(path)]).toEqual([false, true]);
  // Nothing is to be moved, so there is no run.
  await recordings.use('far');
  expect((await latest()).id).toBe(id);
});

test('a stopped move leaves what has not moved where it is, even the one at hand, and can be started again', async () => {
  const made = await startMove('default', 'far', ['first', 'second']);
  const { id } = await latest();
  const stopping = storesThat(() => admin.post(`${own}${id}/stop/`));
  expect(await recordings.move({ replayStores: stopping })).toEqual({ moved: 0, waiting: 0 });
  await ends('stopped');
  expect(await recordings.move()).toEqual({ moved: 0, waiting: 0 });
  for (const { key, path } of made)
    expect([await recordings.hasHere(key), await recordings.hasThere(path)]).toEqual([true, false]);
  expect(await Promise.all(made.map(({ url }) => textAt(url)))).toEqual(['first', 'second']);

  const viewer = recordings.api.as({ permissions: [] });
  expect((await viewer.post(`${own}${id}/again/`)).status).toBe(400);
  expect((await admin.post(`${own}${id}/again/`)).status).toBe(201);
  await expect.poll(async () => (await latest()).total).toBe(5);
  expect(await recordings.move()).toEqual({ moved: 5, waiting: 0 });
  await ends('done');
  expect(await Promise.all(made.map(({ url }) => textAt(url)))).toEqual(['first', 'second']);
});

test('while the storage fails, the run says how many recordings wait and why; they move once it works', async () => {
  await recordings.storage('failing', { ENDPOINT: 'http://127.0.0.1:9' });
  const made = await startMove('default', 'failing', ['patient']);
  await begun((await latest()).id);
  const { moved, waiting } = await recordings.move();
  expect([moved, waiting > 0]).toEqual([0, true]);
  await ends('failed');
  expect(await latest()).toMatchObject({
    error: expect.stringMatching(/^Recordings still to be moved: \d+ \(\w+\)\./),
    is_repeatable: true,
  });
  const [{ id }] = (await admin.get('/api/v1/terminal/replay-storages/?name=failing')).json as [
    { id: string },
  ];
  await admin.patch(`/api/v1/terminal/replay-storages/${id}/`, { meta: recordings.meta() });
  await recordings.dueNow();
  // The new storage is the bucket in which other recordings are: those stay, and none is removed as an old copy.
  expect((await recordings.move()).waiting).toBe(0);
  for (const { url, path } of made)
    expect([await textAt(url), await recordings.hasThere(path)]).toEqual(['patient', true]);
});

test('a recording is not lost between two storages that are one place', async () => {
  await recordings.storage('twin');
  const [made] = await startMove('far', 'far', ['twice here']);
  await recordings.move();
  await recordings.use('twin');
  expect((await recordings.move()).moved).toBeGreaterThan(0);
  expect([await textAt(made?.url ?? ''), await recordings.hasThere(made?.path ?? '')]).toEqual([
    'twice here',
    true,
  ]);
});

test('another storage that is chosen during a move is where recordings end up', async () => {
  const [made] = await startMove('default', 'far', ['undecided']);
  await recordings.move({ replayStores: storesThat(() => recordings.use('default')) });
  await recordings.move();
  expect([await recordings.hasHere(made?.key ?? ''), await recordings.hasThere(made?.path ?? '')]).toEqual([
    true,
    false,
  ]);
  expect(await textAt(made?.url ?? '')).toBe('undecided');
});

test('a mover that must end breaks off within a recording, which is no fault of the storage', async () => {
  const [made] = await startMove('default', 'far', ['cut short']);
  const ending = new AbortController();
  const stores = storesThat(async () => ending.abort(new Error('the server ends')));
  await expect(recordings.move({ replayStores: stores, signal: ending.signal })).rejects.toThrow();
  expect([await recordings.hasHere(made?.key ?? ''), await recordings.hasThere(made?.path ?? '')]).toEqual([
    true,
    false,
  ]);
  expect((await recordings.move()).moved).toBeGreaterThan(0);
  await ends('done');
  expect(await textAt(made?.url ?? '')).toBe('cut short');
});

const messages = async () =>
  (
    await api.pool.query<{ params: { storages: string } }>(
      "select text->'params' as params from audits_messagelog where message_type = 'storage_unreachable'",
    )
  ).rows.map(({ params }) => params.storages);

test('a recording goes to the storage of its component, is played from there by ranges, and leaves the server', async () => {
  await recordings.use('far');
  const { id, url, key, path } = await recordings.record('a recording');
  // Until it has arrived, it is played from here.
  expect((await admin.get(url)).text).toBe('a recording');
  expect(await recordings.move()).toEqual({ moved: 1, waiting: 0 });
  expect([await recordings.hasHere(key), await recordings.hasThere(path)]).toEqual([false, true]);
  const part = await admin.get(url, undefined, { range: 'bytes=2-4' });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'rec', 'bytes 2-4/11']);
  expect((await admin.get(`${base}sessions/${id}/replay/`)).json).toMatchObject({
    src: url,
    type: 'asciicast',
  });
  expect((await admin.get(`${base}sessions/${id}/replay/download/`)).text).toContain('a recording');
  expect(await recordings.move()).toEqual({ moved: 0, waiting: 0 });
});

test('recordings follow their component to another storage and back to the server', async () => {
  const { url, key, path } = await recordings.record('to and fro');
  await recordings.move();
  await recordings.use('default');
  expect((await recordings.move()).waiting).toBe(0);
  expect([await recordings.hasHere(key), await recordings.hasThere(path)]).toEqual([true, false]);
  expect((await admin.get(url)).text).toBe('to and fro');
  await recordings.use('far');
  await recordings.use('default');
  expect(await recordings.move()).toEqual({ moved: 0, waiting: 0 });
  expect(await recordings.hasHere(key)).toBe(true);
});

test('while a storage fails, recordings wait on the server, components are not held up, and it is told once', async () => {
  const broken = await recordings.storage('broken', { ENDPOINT: 'http://127.0.0.1:9' });
  await recordings.use('broken');
  const { url, key } = await recordings.record('waiting');
  const { waiting, moved } = await recordings.move();
  expect([waiting > 0, moved]).toEqual([true, 0]);
  await recordings.dueNow();
  await recordings.move();
  expect(await recordings.hasHere(key)).toBe(true);
  expect((await admin.get(url)).text).toBe('waiting');
  expect((await messages()).slice(1)).toEqual([expect.stringMatching(/^broken: \w+$/)]);
  expect(await checkStorages({ ...api.services, db: api.services.unhurried })).toBe(1);

  await admin.patch(`${base}replay-storages/${broken}/`, { meta: recordings.meta() });
  expect(await checkStorages({ ...api.services, db: api.services.unhurried })).toBe(0);
  const later = await recordings.move();
  expect([later.waiting, later.moved > 0]).toEqual([0, true]);
  expect(await recordings.hasHere(key)).toBe(false);
  expect((await admin.get(url)).text).toBe('waiting');
});

test('a storage with recordings is not deleted, even when no component uses it', async () => {
  await recordings.use('default');
  const [{ id }] = (await admin.get(`${base}replay-storages/?name=broken`)).json as [{ id: string }];
  expect((await admin.delete(`${base}replay-storages/${id}/`)).json).toMatchObject({
    code: 'storage_not_empty',
  });
  await recordings.move();
  expect((await admin.delete(`${base}replay-storages/${id}/`)).status).toBe(204);
});

test('a copy that is not like the original does not replace it', async () => {
  await recordings.use('far');
  const { key, path, url } = await recordings.record('precious');
  const forging = recordings.changedStores((blobs) => ({
    ...blobs,
    put: async (name, content) => {
      const found = await blobs.put(name, content);
      await blobs.put(
        name,
        (async function* () {
          yield Buffer.from('forged');
        })(),
      );
      return found;
    },
  }));
  expect(await recordings.move({ replayStores: forging })).toMatchObject({ moved: 0 });
  expect(await recordings.hasHere(key)).toBe(true);
  expect((await admin.get(url)).text).toBe('precious');
  await recordings.dueNow();
  await recordings.move();
  expect([await recordings.hasHere(key), await recordings.hasThere(path)]).toEqual([false, true]);
});

test('a recording whose storage cannot be reached is refused in words, not as missing', async () => {
  const { url, id } = await recordings.record('beyond');
  await recordings.move();
  const gone = await recordings.storage('unplugged', { ENDPOINT: 'http://127.0.0.1:9' });
  await api.pool.query('update terminal_session set replay_storage = $1 where id = $2', [gone, id]);
  for (const address of [url, `${base}sessions/${id}/replay/`])
    expect(await admin.get(address)).toMatchObject({ status: 502, json: { code: 'storage_unreachable' } });
});

test('a component whose storage keeps nothing is told so, and what it sends is not stored', async () => {
  await recordings.use('null');
  expect((await recordings.gateway.get(`${base}terminals/config/`)).json).toMatchObject({
    TERMINAL_REPLAY_STORAGE: { TYPE: 'null' },
  });
  const { id, url } = await recordings.record('secret');
  expect(url).toBe('');
  await recordings.gateway.patch(`${base}sessions/${id}/`, { has_replay: true });
  expect((await admin.get(`${base}sessions/${id}/`)).json).toMatchObject({ can_replay: false });
  expect((await admin.get(`${base}sessions/${id}/replay/`)).status).toBe(404);
});

test('a test of a storage says whether it works; why not, in a word without secrets', async () => {
  const tried = async (id: string) =>
    (await admin.get(`${base}replay-storages/${id}/test-connective/`)).json as {
      is_valid: boolean;
      msg: string;
    };
  const swift = {
    name: 'works',
    type: 'swift',
    meta: recordings.meta({ REGION: recordings.s3.place.region }),
  };
  const { id } = (await admin.post(`${base}replay-storages/`, swift)).json as { id: string };
  expect(await tried(id)).toMatchObject({ is_valid: true });
  const wrong = await tried(await recordings.storage('fails', { SECRET_KEY: 'never-to-be-seen' }));
  expect([wrong.is_valid, wrong.msg]).toEqual([
    false,
    expect.stringMatching(/^The storage cannot be used \(\w+\)\.$/),
  ]);
  expect(await tried('00000000-0000-0000-0000-000000000001')).toMatchObject({ is_valid: true });
  const refused = await api.as({ permissions: [] }).get(`${base}replay-storages/${id}/test-connective/`);
  expect(refused.status).toBe(403);
});

test('a run that was stopped while it started does not take the recordings of the one that replaced it', async () => {
  await startMove('default', 'far', ['not taken']);
  const { id } = await latest();
  await recordings.use('default');
  await recordings.use('far');
  const successor = (await latest()).id;
  expect(successor).not.toBe(id);
  await begun(successor);
  const late = { id, attempt: 1, signal: new AbortController().signal, progress: () => {}, log: () => {} };
  const payload = { component: recordings.terminal, subject: 'gw' };
  await followMoves(payload, late, api.services.unhurried);
  expect((await recordings.move()).moved).toBeGreaterThan(0);
});

test('the trial whether two storages are one place leaves nothing behind', async () => {
  await startMove('default', 'far', ['tried']);
  const [tried, left] = [new Set<string>(), new Set<string>()];
  const watched = recordings.changedStores((blobs) => ({
    ...blobs,
    put: async (key, content) => {
      const stored = await blobs.put(key, content);
      if (key.startsWith('gatehouse-test/')) {
        tried.add(key);
        left.add(key);
      }
      return stored;
    },
    remove: async (key) => {
      await blobs.remove(key);
      left.delete(key);
    },
  }));
  expect((await recordings.move({ replayStores: watched })).moved).toBeGreaterThan(0);
  expect(tried.size).toBeGreaterThan(0);
  expect([...left]).toEqual([]);
});
