import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, createClient } from '../clients/api.ts';
import { type Gatehouse, startGatehouse } from '../fixtures/gatehouse.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const password = 'Gate-house-4711';
const secret = 'a secret "with" \\ and 堡垒';

let gatehouse: Gatehouse;
let admin: ApiClient;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-backups-'));
  file = join(folder, 'backup.tar.gz');
  // The demo comes with past sessions and their recordings.
  gatehouse = await startGatehouse({ GATEHOUSE_VIEW_SECRETS_BY_PASSWORD: '1' }, ['--demo']);
  admin = createClient(gatehouse.url);
});
afterAll(async () => {
  await gatehouse?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `npm run backup -- file` or `npm run restore -- file` as the script does. */
const command = async (verb: 'backup' | 'restore', path: string) => {
  const options: SpawnOptions = {
    cwd: project,
    env: { ...process.env, NO_COLOR: '1', INIT_CWD: folder, GATEHOUSE_HOME: gatehouse.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const child = spawn(process.execPath, ['packages/launcher/src/app/backUpMain.ts', verb, path], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
};

/** Runs `npm run rotate-key` as the script does. */
const rotateKey = async (...args: string[]) => {
  const child = spawn(process.execPath, ['packages/launcher/src/app/rotateKeyMain.ts', ...args], {
    cwd: project,
    env: { ...process.env, NO_COLOR: '1', GATEHOUSE_HOME: gatehouse.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
};

const settleAdmin = async () => {
  const landed = await admin.signIn('admin', await gatehouse.adminPassword());
  const token = new URL(landed, gatehouse.url).searchParams.get('token') ?? '';
  await admin.call('GET', landed);
  const fields = { token, next: '', new_password: password, confirm_password: password };
  expect(await admin.submit('/core/auth/password/reset/', fields)).toMatch(/^\//);
};

const secretOf = async (client: ApiClient, id: string) => {
  const proof = { confirm_type: 'password', secret_key: password };
  expect((await client.call('POST', '/api/v1/authentication/confirm/', proof)).status).toBe(200);
  const seen = await client.call<{ secret: string }>('GET', `/api/v1/accounts/account-secrets/${id}/`);
  expect(seen.status, seen.text).toBe(200);
  return seen.body.secret;
};

const played = async (client: ApiClient, id: string) => {
  const replay = await client.call<{ src: string }>('GET', `/api/v1/terminal/sessions/${id}/replay/`);
  expect(replay.status, replay.text).toBe(200);
  const answer = await fetch(`${gatehouse.url}${replay.body.src}`, { headers: { cookie: client.cookies() } });
  return gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('utf8');
};

type Named = { id: string; name: string };
const seen = async (client: ApiClient) => {
  const assets = await client.call<Named[]>('GET', '/api/v1/assets/assets/?order=name');
  const users = await client.call<Named[]>('GET', '/api/v1/users/users/?order=username');
  const nodes = await client.call<Named[]>('GET', '/api/v1/assets/nodes/?order=key');
  return { assets: assets.body, users: users.body.map(({ id, name }) => ({ id, name })), nodes: nodes.body };
};

test('a backup taken during work restores data, secrets and recordings', async () => {
  await settleAdmin();
  const asset = await admin.call<Named>('POST', '/api/v1/assets/hosts/', {
    name: 'kept',
    address: '192.0.2.1',
    platform: 1,
    protocols: [{ name: 'ssh', port: 22 }],
  });
  const account = await admin.call<Named>('POST', '/api/v1/accounts/accounts/', {
    name: 'root',
    username: 'root',
    asset: asset.body.id,
    secret_type: 'password',
    secret,
  });
  expect(account.status, account.text).toBe(201);
  const sessions = await admin.call<{ id: string; has_replay: boolean }[]>(
    'GET',
    '/api/v1/terminal/sessions/?is_finished=1',
  );
  const recorded = sessions.body.find((session) => session.has_replay);
  expect(recorded).toBeDefined();
  const before = await seen(admin);
  const recording = await played(admin, recorded?.id ?? '');

  const made = await command('backup', 'backup.tar.gz');
  expect(made, made.output).toMatchObject({ code: 0, output: expect.stringContaining(file) });
  expect(await readdir(folder)).toEqual(['backup.tar.gz']);
  expect((await command('backup', file)).output).toContain('exists already');
  const refused = await command('restore', file);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('is not empty');

  await gatehouse.stop();
  const stopped = join(folder, 'stopped.tar.gz');
  expect((await command('backup', stopped)).code).toBe(0);
  for (const name of await readdir(gatehouse.home))
    await rm(join(gatehouse.home, name), { recursive: true, force: true });
  await writeFile(join(folder, 'other.tar.gz'), 'no backup');
  expect((await command('restore', join(folder, 'other.tar.gz'))).code).toBe(1);
  expect(await readdir(gatehouse.home)).toEqual([]);

  const restored = await command('restore', file);
  expect(restored.code, restored.output).toBe(0);
  await gatehouse.start();
  const client = createClient(gatehouse.url);
  expect((await admin.call('GET', '/api/v1/users/profile/')).status).toBe(401);
  expect(await client.signIn('admin', password)).toMatch(/^\/(ui\/)?$/);
  expect(await seen(client)).toEqual(before);
  expect(await secretOf(client, account.body.id)).toBe(secret);
  expect(await played(client, recorded?.id ?? '')).toBe(recording);
});

test('the master key is replaced while Gatehouse runs, and while it is stopped; each start uses the newest one', async () => {
  const keyFile = join(gatehouse.home, 'keys/master.key');
  const client = createClient(gatehouse.url);
  expect(await client.signIn('admin', password)).toMatch(/^\/(ui\/)?$/);
  // The demo has accounts of this name as well.
  const [host] = (await client.call<Named[]>('GET', '/api/v1/assets/hosts/?name=kept')).body;
  const onHost = `/api/v1/accounts/accounts/?name=root&asset=${host?.id}`;
  const [account] = (await client.call<Named[]>('GET', onHost)).body;
  const keys = [await readFile(keyFile, 'utf8')];

  const running = await rotateKey();
  expect(running, running.output).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ secrets re-encrypted/),
  });
  keys.push(await readFile(keyFile, 'utf8'));
  expect(await secretOf(client, String(account?.id))).toBe(secret);
  expect((await rotateKey('--status')).output).toMatch(/changed at .*: seals with key/s);

  await gatehouse.stop();
  const stopped = await rotateKey();
  expect(stopped.code, stopped.output).toBe(0);
  keys.push(await readFile(keyFile, 'utf8'));
  expect(new Set(keys).size).toBe(3);
  for (const { output } of [running, stopped])
    for (const key of keys) expect(output).not.toContain(key.trim());
  await gatehouse.start();
  const later = createClient(gatehouse.url);
  expect(await later.signIn('admin', password)).toMatch(/^\/(ui\/)?$/);
  expect(await secretOf(later, String(account?.id))).toBe(secret);
  expect((await rotateKey('--help')).output).toContain('npm run rotate-key -- --status');
});
