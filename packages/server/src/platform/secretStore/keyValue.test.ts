import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startVaultServer, type VaultMood, type VaultServer } from '../../../test/servers/vaultServer.ts';
import { outgoing } from '../outgoing/outgoing.ts';
import { type KeyValuePlace, keyValueAt, tryKeyValue } from './keyValue.ts';

let vault: VaultServer;
beforeAll(async () => {
  vault = await startVaultServer({ mount: 'team/kv' });
});
afterAll(() => vault.stop());
beforeEach(() => vault.behave('usual'));

const at = (changes: Partial<KeyValuePlace> = {}, waitMs = 5_000) =>
  keyValueAt(
    { host: vault.url, token: vault.token, mount: vault.mount, ...changes },
    { request: outgoing.request, waitMs },
  );
const refusal = (reason: string) => ({ code: 'vault_unavailable', messageKey: `vault_${reason}` });

test('a text is written once, read and removed', async () => {
  const keyValue = at();
  await keyValue.write('a/b', 'first');
  expect(await keyValue.read('a/b')).toBe('first');
  expect(vault.entries.get('a/b')?.value).toEqual({ value: 'first' });
  await expect(keyValue.write('a/b', 'second')).rejects.toMatchObject(refusal('failed'));
  await keyValue.remove('a/b');
  expect(await keyValue.read('a/b')).toBeUndefined();
  await tryKeyValue(keyValue, 'tried', 'text');
  expect(vault.entries.size).toBe(0);
});

test.each([
  ['sealed', 'sealed'],
  ['broken', 'failed'],
  ['moved', 'failed'],
  ['babbling', 'unreachable'],
] satisfies [VaultMood, string][])('a vault that is %s is reported as %s', async (mood, reason) => {
  vault.behave(mood);
  await expect(at().read('a')).rejects.toMatchObject(refusal(reason));
  if (mood !== 'babbling') await expect(at().write('a', 'b')).rejects.toMatchObject(refusal(reason));
});

test('a vault that does not answer is not waited for', async () => {
  vault.behave('silent');
  await expect(at({}, 50).read('a')).rejects.toMatchObject(refusal('timed_out'));
});

test.each([
  [{ token: 'hvs.other' }, 'denied'],
  [{ mount: 'elsewhere' }, 'no_engine'],
  [{ mount: '' }, 'no_engine'],
  [{ host: '' }, 'unreachable'],
  [{ host: 'ftp://127.0.0.1' }, 'unreachable'],
  [{ host: 'http://127.0.0.1:1' }, 'unreachable'],
  [{ host: 'http://169.254.169.254' }, 'unreachable'],
] satisfies [Partial<KeyValuePlace>, string][])('%j leads to %s', async (changes, reason) => {
  await expect(at(changes).write('a', 'b')).rejects.toMatchObject(refusal(reason));
  await expect(at(changes).read('a')).rejects.toMatchObject(refusal(reason));
});

test('a mount point does not lead out of the vault’s API', async () => {
  vault.asked.length = 0;
  await at({ mount: '/../sys/./x?y#z/' })
    .read('a')
    .catch(() => undefined);
  expect(vault.asked.map(({ path }) => path)).toEqual(['/v1/sys/x?y#z/data/a']);
});
