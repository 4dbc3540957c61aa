import { constants, publicEncrypt } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptValue } from '../../../public/clientCipher.js';
import type { Cache } from '../cache.ts';
import type { Database } from '../database.ts';
import { createClientKeys } from './clientKeys.ts';
import { masterKeyOf } from './masterKeys.ts';
import { createVault } from './vault.ts';

const day = 86_400_000;

/** A cache in memory, shared by the servers of a test. */
const createMemory = () => {
  const kept = new Map<string, { value: unknown; until: Date }>();
  const cache = {
    under: async (prefix: string) =>
      new Map([...kept].filter(([key]) => key.startsWith(prefix)).map(([key, { value }]) => [key, value])),
    add: async (key: string, value: unknown, until: Date) =>
      void (kept.has(key) || kept.set(key, { value, until })),
  } as unknown as Cache;
  return { cache, kept };
};

test('servers share one key per day, create the next one in advance, and drop old ones', async () => {
  const { cache, kept } = createMemory();
  const vault = createVault({ keys: () => [masterKeyOf('secret')], reread: () => undefined });
  let now = Date.parse('2026-03-04T12:00:00Z');
  const start = () => createClientKeys({ db: {} as Database, cache, vault }, () => now);
  const first = await start();
  expect([...kept.keys()]).toEqual(['client_key:2026-03-04', 'client_key:2026-03-05']);
  const untils = [...kept.values()].map(({ until }) => until.toISOString().slice(0, 10));
  expect(untils).toEqual(['2026-03-08', '2026-03-09']);
  const second = await start();
  const today = first.cookie();
  expect(Buffer.from(today, 'base64').toString()).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  expect([second.cookie(), kept.size]).toEqual([today, 2]);

  const secret = encryptValue('hush', today);
  expect([first.open(secret), second.open(secret), second.open('plain')]).toEqual(['hush', 'hush', 'plain']);

  now += day;
  await first.rotate();
  expect([...kept.keys()].at(-1)).toBe('client_key:2026-03-06');
  expect(first.cookie()).not.toBe(today);
  expect(first.open(secret)).toBe('hush');
  // The other server has not rotated yet, but tomorrow's key came with today's.
  expect(second.cookie()).toBe(first.cookie());

  kept.delete('client_key:2026-03-04');
  await first.rotate();
  expect(first.open(secret)).toBeUndefined();
  now += 5 * day;
  const newest = Buffer.from(first.cookie(), 'base64').toString();
  expect(kept.get('client_key:2026-03-06')?.value).toMatchObject({ publicPem: newest });
});

test('stored private keys are sealed', async () => {
  const { cache, kept } = createMemory();
  const vault = createVault({ keys: () => [masterKeyOf('secret')], reread: () => undefined });
  await createClientKeys({ db: {} as Database, cache, vault });
  for (const { value } of kept.values()) {
    const { sealed, publicPem } = value as { sealed: string; publicPem: string };
    expect(sealed).toMatch(/^g1\./);
    const block = publicEncrypt({ key: publicPem, padding: constants.RSA_PKCS1_PADDING }, Buffer.from('x'));
    expect(block).toHaveLength(256);
    expect(vault.open(sealed)).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  }
});
