import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenBytes } from '../../../../scripts/brokenBytes.ts';
import { proofRuns, tellFigure } from '../../../../scripts/proofSize.ts';
import { sshKeyPair } from '../../../gateway/test/sshKeyPair.ts';
import { newPrivateKey, readPrivateKey } from '../../src/platform/crypto/sshKey.ts';
import { bodyOf, type Inventory, startInventory } from '../inventory.ts';

const runs = proofRuns({ small: 40, whole: 5_000 });
/**
 * Time limit for reading one file, in milliseconds: damage must not make a small file slow to read. Generous,
 * because the machine may be busy.
 */
const patienceMs = 10_000;

const hosts = '/api/v1/assets/hosts/';
let inventory: Inventory;
const valid: Record<'csv' | 'xlsx', Buffer[]> = { csv: [], xlsx: [] };
beforeAll(async () => {
  inventory = await startInventory();
  await inventory.host({ name: 'web-1', comment: 'quoted "text", with a comma' });
  await inventory.host({ name: '=1+1', address: '10.0.0.2', comment: '漢字 and\na second line' });
  for (const format of ['csv', 'xlsx'] as const)
    for (const query of ['', '&template=import&action=create', '&template=update&action=partial_update'])
      valid[format].push((await inventory.admin.get(`${hosts}?format=${format}${query}`)).raw.rawPayload);
});
afterAll(() => inventory.stop());

/** Sends a file to be read; a refused one must be refused as unreadable. */
const read = async (file: Buffer, format: 'csv' | 'xlsx'): Promise<'read' | 'refused'> => {
  const began = performance.now();
  const answer = await inventory.admin.post(`${hosts}render-to-json/`, file, {
    'content-type': `text/${format}`,
  });
  expect(performance.now() - began).toBeLessThan(patienceMs);
  if (answer.status === 200) {
    expect(bodyOf<{ data: unknown[] }>(answer).data).toBeInstanceOf(Array);
    return 'read';
  }
  expect([answer.status, bodyOf(answer).code], answer.text).toEqual([400, 'parse_error']);
  return 'refused';
};

const readAll = async (broken: fc.Arbitrary<Buffer>, format: 'csv' | 'xlsx') => {
  const ends = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(broken, async (file) => {
      ends[await read(file, format)] += 1;
    }),
    runs,
  );
  tellFigure(`${format}: ${ends.read} damaged files read, ${ends.refused} refused`);
};

test('a damaged CSV file is read or refused', () => readAll(brokenBytes(valid.csv), 'csv'));

test('a damaged workbook is read or refused', () => readAll(brokenBytes(valid.xlsx), 'xlsx'));

test('a sound archive with a damaged sheet is read or refused', () => {
  const parts = valid.xlsx.flatMap((file) =>
    Object.keys(unzipSync(file)).map((name) => [unzipSync(file), name] as const),
  );
  const broken = fc
    .constantFrom(...parts)
    .chain(([archive, name]) =>
      brokenBytes([archive[name] ?? new Uint8Array()]).map((bytes) =>
        Buffer.from(zipSync({ ...archive, [name]: bytes })),
      ),
    );
  return readAll(broken, 'xlsx');
});

test('a damaged private key is refused, or read as a key that SSH programs read', async () => {
  const pkcs8 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const locked = sshKeyPair({
    passphrase: 'sesame',
    cipher: 'aes256-cbc',
    rounds: 16,
  });
  const keys = [newPrivateKey(), pkcs8.export({ type: 'pkcs8', format: 'pem' }).toString(), locked.private];
  let readable = 0;
  fc.assert(
    fc.property(brokenBytes(keys.map((key) => Buffer.from(key))), (file) => {
      const key = readPrivateKey(file.toString('utf8'), 'sesame');
      if (!key) return;
      readable += 1;
      expect(ssh2.utils.parseKey(key.text)).not.toBeInstanceOf(Error);
    }),
    runs,
  );
  tellFigure(`keys: ${readable} of ${runs.numRuns} damaged keys read`);
});
