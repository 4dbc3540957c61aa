import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../packages/launcher/test/freePort.ts';
import { openPool } from '../../packages/server/src/platform/database.ts';
import { migrate } from '../../packages/server/src/platform/migrate.ts';
import { freshDatabase } from '../../packages/server/test/database.ts';
import { type ApiClient, createClient, eventually } from '../clients/api.ts';
import { signInFirst } from '../clients/firstSignIn.ts';
import { openTerminal } from '../clients/terminal.ts';
import { watchSession } from '../clients/watcher.ts';
import { password } from '../fixtures/estate.ts';
import { createMember } from '../fixtures/member.ts';
import { checkOut, previousSchema } from '../fixtures/previousCheckout.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';

const create = async (admin: ApiClient, path: string, body: unknown): Promise<{ id: string }> => {
  const answer = await admin.call<{ id: string }>('POST', path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

/** A database no program has touched. */
const emptyDatabase = async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 2);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  await pool.query(
    'set client_min_messages = warning; drop schema public cascade; create schema public; drop schema if exists pgboss cascade',
  );
  return { url, pool };
};

/**
 * A running server of the previous schema and a gateway of this version, on a database this version has
 * migrated.
 */
const upgraded = async (commit: string) => {
  const [database, machine] = await Promise.all([emptyDatabase(), startSshd()]);
  const [previous, home] = await Promise.all([
    checkOut(commit),
    mkdtemp(join(tmpdir(), 'gatehouse-previous-home-')),
  ]);
  onTestFinished(async () => {
    await previous.remove();
    await machine.stop();
    await rm(home, { recursive: true, force: true });
  });
  const token = randomBytes(24).toString('hex');
  const [port, gatewayPort] = await Promise.all([freePort(), freePort()]);
  const server = createMember(
    {
      project: previous.folder,
      entry: 'packages/server/src/app/main.ts',
      health: '/api/health/',
      port,
    },
    {
      GATEHOUSE_HOME: join(home, 'server'),
      GATEHOUSE_SECRET_KEY: randomBytes(32).toString('hex'),
      GATEHOUSE_BOOTSTRAP_TOKEN: token,
      GATEHOUSE_DATABASE_URL: database.url,
      GATEHOUSE_LISTEN: `127.0.0.1:${port}`,
      NODE_OPTIONS: previous.options,
    },
  );
  const gateway = createMember(
    { entry: 'packages/gateway/src/app/main.ts', health: '/koko/health/', port: gatewayPort },
    {
      GATEHOUSE_HOME: join(home, 'gateway'),
      GATEHOUSE_BOOTSTRAP_TOKEN: token,
      GATEHOUSE_CORE_URL: server.url,
      GATEHOUSE_GATEWAY_LISTEN: `127.0.0.1:${gatewayPort}`,
    },
  );
  onTestFinished(() => gateway.kill());
  onTestFinished(() => server.kill());
  await server.start();
  expect(await migrate(database.pool)).toBeGreaterThan(0);
  await gateway.start();
  // The gateway answers before the server knows its address.
  await eventually('the gateway to be known', async () => {
    const { rowCount } = await database.pool.query('select from terminal_gateway');
    return rowCount === 1;
  });
  const adminPassword = async () =>
    (await readFile(join(home, 'server/keys/initial-admin-password'), 'utf8')).trim();
  return { url: server.url, adminPassword, machine };
};

/** An asset the administrator may connect to as `deploy`. */
const furnish = async (admin: ApiClient, machine: Sshd) => {
  const asset = await create(admin, '/api/v1/assets/hosts/', {
    name: 'web-01',
    address: '127.0.0.1',
    platform: 1,
    protocols: [{ name: 'ssh', port: machine.port }],
  });
  await create(admin, '/api/v1/accounts/accounts/', {
    name: 'deploy',
    username: machine.username,
    asset: asset.id,
    secret_type: 'ssh_key',
    secret: machine.private_key,
  });
  const { id: me } = (await admin.call<{ id: string }>('GET', '/api/v1/users/profile/')).body;
  await create(admin, '/api/v1/perms/asset-permissions/', {
    name: 'ops',
    users: [me],
    assets: [asset.id],
    accounts: ['@ALL'],
  });
  return asset;
};

const collections = [
  'assets/assets',
  'assets/hosts',
  'accounts/accounts',
  'users/users',
  'perms/asset-permissions',
  'terminal/sessions',
  'terminal/terminals',
  'audits/login-logs',
  'audits/operate-logs',
];

test('the server of the previous schema keeps working after this version has migrated the database', async ({
  skip,
}) => {
  const commit = await previousSchema();
  if (!commit) return skip('this checkout has no history: no earlier server to start');
  const { url, adminPassword, machine } = await upgraded(commit);
  const admin = createClient(url);
  await signInFirst({ url, adminPassword }, admin, password);
  const asset = await furnish(admin, machine);
  for (const path of collections) {
    const list = await admin.call('GET', `/api/v1/${path}/?limit=15`);
    expect([path, list.status, list.status === 200 ? '' : list.text]).toEqual([path, 200, '']);
  }

  const connection = await create(admin, '/api/v1/authentication/connection-token/', {
    protocol: 'ssh',
    connect_method: 'web_cli',
    asset: asset.id,
    account: 'deploy',
  });
  const terminal = await openTerminal(url, connection.id, admin.cookies());
  const { session } = await terminal.opened();
  terminal.type('echo still-$((40+2))\n');
  await terminal.see('still-42');
  terminal.drop();
  expect(await terminal.resume()).toMatchObject({ type: 'resumed' });
  await watchSession(url, session.session_id, admin.cookies()).see(/^\{"type":"monitoring"/);
  terminal.close();
  await eventually('the recording', async () => {
    const path = `/api/v1/terminal/sessions/${session.session_id}/`;
    return (await admin.call<{ has_replay: boolean }>('GET', path)).body.has_replay;
  });
});
