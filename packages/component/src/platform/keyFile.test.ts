import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFormerKey, readFormerKeys, readKeyFile, writeKeyFile } from './keyFile.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-keys-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const key = (id: string) => ({ id, secret: `secret of ${id}` });

test('a key file is readable by its owner only, and replacing it leaves no other files', async () => {
  const path = join(folder, 'keys', 'access.json');
  expect(await readKeyFile(path)).toBeNull();
  await writeKeyFile(path, key('a'));
  await writeKeyFile(path, key('b'));
  expect(await readKeyFile(path)).toEqual(key('b'));
  expect([(await stat(path)).mode & 0o777, (await stat(join(folder, 'keys'))).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  expect(await readdir(join(folder, 'keys'))).toEqual(['access.json']);
});

test('an unreadable key file counts as no key', async () => {
  const path = join(folder, 'access.json');
  for (const text of ['', '{', '{"id":"","secret":"x"}', '{"id":"a"}', '[]']) {
    await writeFile(path, text);
    expect([text, await readKeyFile(path), await readFormerKeys(`${path}${text.length}`)]).toEqual([
      text,
      null,
      [],
    ]);
  }
});

test('the last ten former keys are kept, each once', async () => {
  const path = join(folder, 'former.json');
  expect(await readFormerKeys(path)).toEqual([]);
  const ids = Array.from({ length: 12 }, (_, at) => `k${at}`);
  for (const id of [...ids, 'k5']) await keepFormerKey(path, key(id));
  expect((await readFormerKeys(path)).map(({ id }) => id)).toEqual([
    ...['k2', 'k3', 'k4', 'k6', 'k7', 'k8', 'k9', 'k10', 'k11'],
    'k5',
  ]);
});
