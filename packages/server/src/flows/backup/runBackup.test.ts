import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { freshDatabase } from '../../../test/database.ts';
import { type S3Server, startS3 } from '../../../test/servers/s3Server.ts';
import { decryptWith } from '../../platform/age/age.ts';
import { newIdentity } from '../../platform/age/keys.ts';
import { readArchive } from '../../platform/backup/archive.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { createS3Blobs } from '../../platform/blobs/s3Blobs.ts';
import { openPool } from '../../platform/database.ts';
import { runBackup } from './runBackup.ts';

const { recipient, identity } = newIdentity();
const listed = '/api/v1/settings/backups/';
const settings = '/api/v1/settings/setting/?category=backup';

let s3: S3Server;
let far: Blobs;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let source: Awaited<ReturnType<typeof freshDatabase>>;
let home: string;
beforeAll(async () => {
  [s3, api] = await Promise.all([startS3(), startApi()]);
  far = createS3Blobs(s3.place);
  admin = api.as({ superuser: true, org: ROOT_ORG_ID });
  source = await freshDatabase();
  const meta = {
    BUCKET: s3.place.bucket,
    ACCESS_KEY: s3.place.credentials?.accessKeyId,
    SECRET_KEY: s3.place.credentials?.secretAccessKey,
    ENDPOINT: s3.place.endpoint,
  };
  const made = await admin.post('/api/v1/terminal/replay-storages/', { name: 'far', type: 's3', meta });
  expect(made.status, made.text).toBe(201);
  home = await mkdtemp(join(tmpdir(), 'gatehouse-home-'));
  await mkdir(join(home, 'keys'));
  await writeFile(join(home, 'keys/master.key'), 'the key\n');
});
afterAll(async () => {
  await api.stop();
  await s3.stop();
  await source.drop();
  await rm(home, { recursive: true, force: true });
});
beforeEach(async () => {
  await api.pool.query('delete from audits_messagelog');
  expect((await admin.patch(settings, { BACKUP_STORAGE: 'far', BACKUP_KEEP: 7 })).status).toBe(200);
});

const run = async (more: object = {}, signal = new AbortController().signal) => {
  const lines: string[] = [];
  const { services } = api;
  const config = {
    ...services.config,
    GATEHOUSE_DATABASE_URL: source.url,
    GATEHOUSE_BACKUP_RECIPIENT: recipient,
    GATEHOUSE_HOME: home,
    ...more,
  };
  const failure = await runBackup(
    { ...services, db: services.unhurried, config },
    { signal, log: (line) => lines.push(line) },
  ).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { failure, log: lines.join('\n') };
};
const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of far.list('backup/')) keys.push(key);
  return keys.sort();
};
const shown = async () =>
  ((await admin.get(listed)).json as { backups: { key: string; is_restored: boolean; storage: string }[] })
    .backups;
const told = async () =>
  (await api.pool.query(`select message_type from audits_messagelog where message_type = 'backup_failed'`))
    .rowCount;

test('a backup is stored encrypted, opened only by the key of the administrator, and older ones are removed', async () => {
  await admin.patch(settings, { BACKUP_KEEP: 2 });
  const first = await run();
  expect(first.failure).toBeUndefined();
  expect(first.log).toMatch(/archive: \d+ bytes, \d+ rows.*\nstored: backup\/.*\nread back: SHA-256/);
  const [key = ''] = await stored();
  const content = await far.get(key);
  const names: string[] = [];
  await readArchive(decryptWith(identity, content ?? Readable.from([])), (name) => {
    names.push(name);
    return undefined;
  });
  expect(names).toEqual(
    expect.arrayContaining(['manifest.json', 'database/users_user', 'home/keys/master.key']),
  );
  await run();
  const last = await run();
  expect(last.log).toContain(`removed: ${key}`);
  const keys = (await shown()).map((backup) => backup.key);
  expect(keys).toHaveLength(2);
  expect(await stored()).toEqual(keys.toSorted());
  expect(await readdir(home)).toEqual(['keys']);
});

test('where there is a database for checks, the backup is restored into it, which is left empty', async () => {
  expect((await run()).log).toContain('not restored: no database for checks');
  expect((await shown())[0]).toMatchObject({ storage: 'far', is_restored: false });
  const scratch = await freshDatabase();
  const into = { GATEHOUSE_BACKUP_CHECK_DATABASE_URL: scratch.url };
  const check = openPool(scratch.url, 1);
  const tables = async () =>
    (
      await check.query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
    ).rows;
  try {
    const before = await stored();
    expect((await run(into)).failure).toContain('has tables of its own');
    expect((await tables()).length).toBeGreaterThan(20);
    expect(await stored()).toEqual(before);
    await check.query('drop schema public cascade; create schema public');
    expect((await run(into)).log).toMatch(/restored: \d+ rows, [\d.]+ s\n/);
    expect((await shown())[0]).toMatchObject({ is_restored: true });
    expect(await tables()).toEqual([]);
    // As a check leaves it that did not come to its end.
    await check.query('create table public.left_over (id int)');
    expect((await run(into)).failure).toBeUndefined();
    expect(await tables()).toEqual([]);
  } finally {
    await check.end();
    await scratch.drop();
  }
});

test('a backup that fails is told to subscribers, leaves nothing half made, and removes none of the earlier ones', async () => {
  await run();
  const before = await stored();
  expect((await run({ GATEHOUSE_BACKUP_RECIPIENT: undefined })).failure).toContain(
    'GATEHOUSE_BACKUP_RECIPIENT',
  );
  expect(await told()).toBeGreaterThan(0);
  const stopping = new AbortController();
  stopping.abort();
  await api.pool.query('delete from audits_messagelog');
  expect((await run({}, stopping.signal)).failure).toContain('abort');
  expect(await told()).toBe(0);
  expect(await stored()).toEqual(before);
  expect(await readdir(home)).toEqual(['keys']);
});

test('only a storage outside of the server is chosen, by a superuser; without one, no backup is made', async () => {
  for (const name of ['default', 'unknown'])
    expect((await admin.patch(settings, { BACKUP_STORAGE: name })).json).toHaveProperty('BACKUP_STORAGE');
  const keeper = api.as({ permissions: ['settings.change_terminal'], org: ROOT_ORG_ID });
  expect((await keeper.patch(settings, { BACKUP_KEEP: 1 })).status).toBe(403);
  expect((await keeper.get(listed)).status).toBe(200);
  expect((await api.as({ permissions: ['settings.view_setting'] }).get(listed)).status).toBe(403);
  await admin.patch(settings, { BACKUP_STORAGE: '' });
  const before = await stored();
  expect(await run()).toEqual({ failure: undefined, log: 'no storage is chosen for backups' });
  expect(await stored()).toEqual(before);
});
