import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { freshDatabase } from '../../../test/database.ts';
import { type S3Server, s3Environment, startS3 } from '../../../test/servers/s3Server.ts';
import { openPool } from '../../platform/database.ts';
import { backUp, restore } from '../backup/backUp.ts';
import { cleanUp } from '../cleanUp/cleanUp.ts';

let s3: S3Server;
let api: Awaited<ReturnType<typeof startApi>>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
beforeAll(async () => {
  s3 = await startS3();
  api = await startApi({ environment: s3Environment({ ...s3.place, prefix: 'main/' }) });
  gateway = await registerComponent(api, 'gw');
});
afterAll(async () => {
  await api.stop();
  await s3.stop();
});

const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const recording = (text: string) =>
  '--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n3\r\n' +
  `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${text}\r\n--x--\r\n`;
const upload = async (text: string) => {
  const id = await gateway.session();
  const stored = await gateway.post(`/api/v1/terminal/sessions/${id}/replay/`, recording(text), multipart);
  expect(stored.status, stored.text).toBe(201);
  return { id, url: (stored.json as { url: string }).url };
};

test('recordings are stored in the object store and read from it, whole or in part', async () => {
  const { id, url } = await upload('a recording');
  const admin = api.as({ superuser: true });
  expect((await admin.get(url)).text).toBe('a recording');
  const part = await admin.get(url, undefined, { range: 'bytes=2-4' });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'rec', 'bytes 2-4/11']);
  expect((await admin.get(`/api/v1/terminal/sessions/${id}/replay/download/`)).text).toContain('a recording');
  const missing = await admin.get(url.replace('.cast.gz', '.replay.gz'), undefined, { range: 'bytes=0-3' });
  expect(missing.status).toBe(404);
  expect(existsSync(join(api.services.home, 'replay'))).toBe(false);
});

test('the clean-up removes expired files from the object store', async () => {
  const { blobs } = api.services;
  await blobs.put('replay/2001-01-01/old.cast.gz', Readable.from([Buffer.from('old')]));
  await cleanUp(api.services);
  expect(await blobs.stat('replay/2001-01-01/old.cast.gz')).toBeUndefined();
  expect((await blobs.folders('replay/')).length).toBe(1);
});

test('a backup includes the files of the object store, and a restore puts them into the store then configured', async () => {
  const { url } = await upload('saved');
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-s3-backup-'));
  const [file, home] = [join(folder, 'backup.tar.gz'), join(folder, 'home')];
  await mkdir(home);
  await backUp(api.pool, api.services.home, file, api.services.blobs);
  const empty = await freshDatabase();
  const pool = openPool(empty.url, 3);
  await pool.query('drop schema public cascade; create schema public');
  await restore(pool, home, file);
  expect(await readFile(join(home, url.replace('/media/', '')), 'utf8')).toBe('saved');
  await pool.end();
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});
