import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { licenceFacts } from '@gatehouse/contract/wire/licence.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueLicence } from './issueLicence.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gatehouse-licence-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const wish = { corporation: 'Harbour', edition: 'enterprise', days: 10, assets: 5, remark: '' };

test('a licence is signed with a key that only its owner can read, always the same one', async () => {
  const first = await issueLicence(home, wish);
  const { mode } = await stat(join(home, 'keys/licence/private.pem'));
  expect(mode & 0o777).toBe(0o600);
  const key = await readFile(first.publicKeyPath, 'utf8');
  const [format, facts, signature] = (await readFile(first.path, 'utf8')).trim().split('.');
  const isSigned = verify(
    null,
    Buffer.from(`${format}.${facts}`),
    createPublicKey(key),
    Buffer.from(signature ?? '', 'base64url'),
  );
  expect(isSigned).toBe(true);
  const issued = licenceFacts.parse(JSON.parse(Buffer.from(facts ?? '', 'base64url').toString()));
  expect(issued).toMatchObject({ product: 'gatehouse', corporation: 'Harbour', asset_count: 5 });
  expect(Math.round((Date.parse(issued.date_expired) - Date.now()) / 86_400_000)).toBe(10);
  const second = await issueLicence(home, { ...wish, assets: null });
  expect(await readFile(second.publicKeyPath, 'utf8')).toBe(key);
  expect(second.facts.serial_no).not.toBe(first.facts.serial_no);
});
