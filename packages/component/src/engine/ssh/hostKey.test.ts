import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkHostKey, describeHostKey } from './hostKey.ts';

const type = Buffer.from('ssh-ed25519');
const length = Buffer.alloc(4);
length.writeUInt32BE(type.length);
const blob = Buffer.concat([length, type, Buffer.from('the key itself')]);
const fingerprint = `SHA256:${createHash('sha256').update(blob).digest('base64').slice(0, 43)}`;
const key = { key_type: 'ssh-ed25519', fingerprint, key: blob.toString('base64') };

const check = async (known: (typeof key)[], status: 'trusted' | 'unconfirmed' | 'changed') => {
  const reports: unknown[] = [];
  const fact = await checkHostKey(blob, {
    target: { id: 'asset', name: 'web-1', address: '10.0.0.5', port: 2222 },
    known,
    session: 'session',
    report: async (report) => {
      reports.push(report);
      return { id: '1', status };
    },
  }).catch((error: unknown) => error);
  return { fact, reports };
};

test('a host key has the type and fingerprint that OpenSSH shows', () => {
  expect(describeHostKey(blob)).toEqual(key);
});

test('a known host key is trusted without asking the server', async () => {
  expect(await check([{ ...key, key: 'other' }, key], 'changed')).toEqual({
    fact: { fingerprint, first_seen: false },
    reports: [],
  });
});

test('an unknown or changed host key is reported, and the server decides whether to trust it', async () => {
  const report = { ...key, asset: 'asset', address: '10.0.0.5', port: 2222, session: 'session' };
  expect(await check([], 'trusted')).toEqual({
    fact: { fingerprint, first_seen: true },
    reports: [report],
  });
  const known = [{ ...key, key: 'other' }];
  expect(await check(known, 'trusted')).toMatchObject({ fact: { first_seen: false } });
  const { fact, reports } = await check(known, 'changed');
  expect(fact).toMatchObject({ reason: 'host_key_changed', params: { host: 'web-1', fingerprint } });
  expect(reports).toEqual([report]);
  expect((await check([], 'unconfirmed')).fact).toMatchObject({ reason: 'host_key_unconfirmed' });
});
