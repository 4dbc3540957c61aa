import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { derivedKey, masterKeyOf } from '../crypto/masterKeys.ts';
import { markKeyOf } from '../crypto/vault.ts';
import { readKeyFile, writeKeyFile } from './keyFile.ts';
import { createKeyRing } from './keyRing.ts';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];
const idsOf = (...secrets: string[]) => secrets.map((secret) => masterKeyOf(secret).id);
const heldBy = (ring: ReturnType<typeof createKeyRing>) => ring.keys().map(({ id }) => id);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-ring-'));
  file = join(folder, 'master.key');
  await writeFile(file, `${one}\n`, { mode: 0o600 });
  return () => rm(folder, { recursive: true, force: true });
});

test('keys from the environment: the current one first, then the others that may open, each once', () => {
  const ring = createKeyRing({ secret: one, previous: ` ${two} ,${three},,${one}` });
  expect(heldBy(ring)).toEqual(idsOf(one, two, three));
  expect(ring.markKeys('csrf')).toEqual([one, two, three].map((secret) => derivedKey(secret, 'csrf')));
  expect(ring.markKeys('visitor')).toEqual(
    [one, two, three].map((secret) => markKeyOf(masterKeyOf(secret), 'visitor')),
  );
  ring.reread();
  expect(heldBy(ring)).toEqual(idsOf(one, two, three));
  expect(heldBy(createKeyRing({ secret: one }))).toEqual(idsOf(one));
});

test('a changed key file is noticed by the next use, a second after the last look, or when asked', () => {
  let now = 5_000;
  const ring = createKeyRing({ file, previous: three }, [], () => now);
  expect(heldBy(ring)).toEqual(idsOf(one, three));
  writeKeyFile(file, [one, two]);
  now += 999;
  expect(heldBy(ring)).toEqual(idsOf(one, three));
  now += 1;
  expect(heldBy(ring)).toEqual(idsOf(one, two, three));
  writeKeyFile(file, [two, one]);
  expect(heldBy(ring)).toEqual(idsOf(one, two, three));
  ring.reread();
  expect(heldBy(ring)).toEqual(idsOf(two, one, three));
});

test('a key file that is gone, empty or too short changes nothing in a running server; a new one refuses it by name', async () => {
  const ring = createKeyRing({ file });
  for (const content of ['', '\n \n', `${two}\nshort\n`]) {
    await writeFile(file, content);
    ring.reread();
    expect(heldBy(ring)).toEqual(idsOf(one));
    expect(() => createKeyRing({ file })).toThrow(`every line of ${file} needs at least 32 characters`);
  }
  await rm(file);
  ring.reread();
  expect(heldBy(ring)).toEqual(idsOf(one));
  expect(() => createKeyRing({ file })).toThrow(
    `GATEHOUSE_SECRET_KEY_FILE: ${file} cannot be read (ENOENT).`,
  );
  await writeFile(file, two);
  ring.reread();
  expect(heldBy(ring)).toEqual(idsOf(two));
});

test('a retired key is not used again, even when the file or the environment names it', () => {
  const ring = createKeyRing({ file, previous: two });
  ring.retire(idsOf(one));
  expect(heldBy(ring)).toEqual(idsOf(two));
  writeKeyFile(file, [one, three]);
  ring.reread();
  expect(heldBy(ring)).toEqual(idsOf(three, two));
  expect(heldBy(createKeyRing({ file, previous: two }, idsOf(one, three)))).toEqual(idsOf(two));
});

test('marks of a replaced key count for another day, in the servers that held it', () => {
  let now = 1_000;
  const csrfOf = (...secrets: string[]) => secrets.map((secret) => derivedKey(secret, 'csrf'));
  const ring = createKeyRing({ file }, [], () => now);
  writeKeyFile(file, [two, one]);
  ring.reread();
  expect(ring.markKeys('csrf')).toEqual(csrfOf(two, one));
  writeKeyFile(file, [two]);
  ring.reread();
  ring.retire(idsOf(one));
  expect(heldBy(ring)).toEqual(idsOf(two));
  expect(ring.markKeys('csrf')).toEqual(csrfOf(two, one));
  now += 86_400_000 - 1;
  expect(ring.markKeys('csrf')).toEqual(csrfOf(two, one));
  now += 1;
  expect(ring.markKeys('csrf')).toEqual(csrfOf(two));
  expect(createKeyRing({ file, previous: one }, idsOf(one)).markKeys('csrf')).toEqual(csrfOf(two));
});

test('a key file is replaced as a whole and stays readable to its owner only', async () => {
  const { ino } = await stat(file);
  await writeFile(`${file}.new`, 'left over by a call that was killed');
  writeKeyFile(file, [two, one]);
  expect(await readFile(file, 'utf8')).toBe(`${two}\n${one}\n`);
  expect(readKeyFile(file)).toEqual([two, one]);
  const now = await stat(file);
  expect(now.ino).not.toBe(ino);
  expect(now.mode & 0o777).toBe(0o600);
  await expect(stat(`${file}.new`)).rejects.toThrow('ENOENT');
});
