import { generateKeyPairSync } from 'node:crypto';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { jumpHost, secretFor, temporaryFolder, withKey } from '../../gateway/test/gatewayFixture.ts';
import { type Sshd, startSshd } from '../../gateway/test/sshd.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { startTelnetServer } from '../../gateway/test/telnetServer.ts';
import type { Outcome } from '../src/engine/way.ts';
import { carryOut, failure } from './workOverSsh.ts';

let sshd: Sshd;
beforeAll(async () => {
  sshd = await startSshd(temporaryFolder(), 'ed25519', { anyCommand: true });
});
afterAll(() => sshd.stop());
const connection = (changes: Parameters<typeof secretFor>[1] = {}) =>
  secretFor(sshd, { ...changes, account: { ...withKey(sshd.privateKey), ...changes.account } });

test('a machine answers, and accepts its account', async () => {
  expect(await carryOut({ connection: connection() })).toEqual({});
  expect(await carryOut({ connection: connection(), kind: 'verify_account' })).toEqual({});
  expect(await carryOut({ connection: connection(), system: 'windows' })).toEqual({});
});

test('facts are gathered, also through a gateway (B-3-003)', async () => {
  const facts = {
    ...{ cpu_vcpus: expect.stringMatching(/^\d+$/), memory: expect.stringMatching(/^[\d.]+$/) },
    ...{ distribution: expect.any(String), arch: expect.any(String) },
  };
  const domain = { id: 'd', name: 'dmz', gateways: [jumpHost(sshd, sshd.privateKey)] };
  expect(await carryOut({ connection: connection(), kind: 'gather_facts' })).toMatchObject({ facts });
  const through = await carryOut({ connection: connection({ domain }), kind: 'gather_facts' });
  expect(through).toMatchObject({ facts });
});

test('users who can sign in are found', async () => {
  const { accounts } = (await carryOut({ connection: connection(), kind: 'gather_accounts' })) as Outcome;
  expect(accounts?.map(({ username }) => username)).toContain(userInfo().username);
  expect(accounts?.map(({ username }) => username)).not.toContain('daemon');
});

test('a refused key, an unreadable one, and a changed host key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const place = { address: '127.0.0.1', port: sshd.port };
  expect(await carryOut({ connection: connection({ account: withKey(privateKey) }) })).toEqual(
    failure('refused', 'machine_refused', { ...place, username: sshd.username }),
  );
  expect(await carryOut({ connection: connection({ account: withKey('no key') }) })).toEqual(
    failure('refused', 'machine_key_unusable', { username: sshd.username }),
  );
  expect(await carryOut({ connection: connection() }, { status: 'changed' })).toEqual(
    failure('unreachable', 'machine_host_key_changed', {
      host: 'web-01',
      fingerprint: expect.stringMatching(/^SHA256:/),
    }),
  );
});

test('a gateway that refuses, and a port where nothing listens', async () => {
  const refusing = await startSshServer({ login: passwordLogin('another') });
  onTestFinished(refusing.stop);
  const gateway = { ...jumpHost(refusing, 'x'), account: { ...connection().account, secret: 'no key' } };
  const domain = { id: 'd', name: 'dmz', gateways: [gateway] };
  expect(await carryOut({ connection: connection({ domain }) })).toEqual(
    failure('unreachable', 'machine_jump_hosts', { names: 'gw-1' }),
  );
  const closed = await startTelnetServer(() => undefined);
  closed.stop();
  expect(await carryOut({ connection: secretFor({ ...sshd, port: closed.port }) })).toEqual(
    failure('unreachable', 'machine_no_answer', {
      ...{ address: '127.0.0.1', port: closed.port, detail: 'ECONNREFUSED' },
    }),
  );
});
