import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createLog } from '@gatehouse/component/platform/log.ts';
import type { ConnectionSecret, JumpHost } from '@gatehouse/contract/wire/connection.ts';
import { type Gateway, startGateway } from '../src/app/gateway.ts';
import { type FakeCore, startFakeCore } from './fakeCore.ts';
import { BOOTSTRAP } from './fakeCoreAnswers.ts';

/** Waits until a condition holds. */
export const eventually = async <T>(look: () => T | undefined | null | false, ms = 60_000): Promise<T> => {
  for (const deadline = Date.now() + ms; ; ) {
    const found = look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`did not happen: ${look}`);
    await sleep(20);
  }
};

/** A new temporary folder, to be deleted by the caller. */
export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'gateway-test-'));

/** A gateway with its fake server. */
export type Fixture = { core: FakeCore; gateway: Gateway; home: string; stop: () => Promise<void> };

export const logLevel = process.env.GATEWAY_TEST_LOG ?? 'silent';

export const startFixture = async (prepare?: (core: FakeCore) => void): Promise<Fixture> => {
  const home = temporaryFolder();
  const core = await startFakeCore();
  prepare?.(core);
  const gateway = await startGateway(
    {
      home,
      core_url: core.url,
      bootstrap_token: BOOTSTRAP,
      listen: { host: '127.0.0.1', port: 0 },
      address: null,
      log_level: 'silent',
    },
    createLog('gateway', logLevel),
  );
  await eventually(() => core.components.size > 0);
  return {
    core,
    gateway,
    home,
    stop: async () => {
      await gateway.stop();
      await core.down();
      rmSync(home, { recursive: true, force: true });
    },
  };
};

type Target = { port: number; username: string };
type Changes = Omit<Partial<ConnectionSecret>, 'account'> & {
  account?: Partial<ConnectionSecret['account']>;
};

/** The server's answer for a connection to an asset, with the changes a test needs. */
export const secretFor = (target: Target, changes: Changes = {}): ConnectionSecret => ({
  id: crypto.randomUUID(),
  user: { id: crypto.randomUUID(), name: 'Ann Lee', username: 'ann' },
  asset: {
    id: crypto.randomUUID(),
    name: 'web-01',
    address: '127.0.0.1',
    org_id: '00000000-0000-0000-0000-000000000002',
    protocols: [{ name: 'ssh', port: target.port }],
  },
  platform: { id: 1, name: 'Linux', charset: { value: 'utf-8', label: 'UTF-8' }, protocols: [] },
  domain: null,
  known_host_keys: [],
  protocol: 'ssh',
  connect_method: 'web_cli',
  connect_options: {},
  command_filter_acls: [],
  from_ticket: null,
  actions: [{ value: 'connect', label: 'Connect' }],
  expire_at: null,
  remote_addr: '192.0.2.7',
  ...changes,
  account: {
    id: crypto.randomUUID(),
    name: 'root',
    alias: 'root',
    username: target.username,
    secret_type: { value: 'password', label: 'Password' },
    secret: '',
    passphrase: null,
    ...changes.account,
  },
});

/** Login with a private key. */
export const withKey = (secret: string, passphrase: string | null = null) => ({
  secret_type: { value: 'ssh_key', label: 'SSH key' },
  secret,
  passphrase,
});

export const jumpHost = (target: Target, secret: string, name = 'gw-1'): JumpHost => ({
  id: crypto.randomUUID(),
  name,
  address: '127.0.0.1',
  protocols: [{ name: 'ssh', port: target.port }],
  account: {
    id: crypto.randomUUID(),
    name: 'jump',
    alias: 'jump',
    username: target.username,
    ...withKey(secret),
  },
  known_host_keys: [],
});

/** An uploaded recording: its header, its events, and its whole output. */
export const castOf = (replay: Buffer) => {
  const [header, ...events] = gunzipSync(replay)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    header: header as { version: number; width: number; height: number; timestamp: number },
    events: events as [number, string, string][],
    output: (events as [number, string, string][])
      .filter((event) => event[1] === 'o')
      .map((event) => event[2])
      .join(''),
  };
};
