import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask } from '../../test/ask.ts';
import { freePort } from '../../test/freePort.ts';
import { isAlive, until } from '../../test/processes.ts';
import { startThrowAwayPostgres } from '../../test/throwAwayPostgres.ts';
import { layOutTinyProject } from '../../test/tinyProject.ts';
import type { EmbeddedPostgres } from '../engine/postgres/embeddedPostgres.ts';
import { tryBind } from '../platform/address.ts';
import { readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Installation, startGatehouse } from './startGatehouse.ts';

let folder: string;
let project: string;
let external: EmbeddedPostgres;
let listen: string;
let lines: string[];
const running: Installation[] = [];

beforeAll(async () => {
  external = await startThrowAwayPostgres();
});
afterAll(() => external.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  await chmod(folder, 0o711);
  project = await layOutTinyProject(join(folder, 'project'));
  listen = await freeListen();
  lines = [];
});

afterEach(async () => {
  for (const installation of running.splice(0)) await installation.stop();
  await rm(folder, { recursive: true, force: true });
});

const freeListen = async () => `127.0.0.1:${await freePort()}`;

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  GATEHOUSE_HOME: join(folder, 'var'),
  GATEHOUSE_LISTEN: listen,
  GATEHOUSE_DATABASE_URL: external.urlFor('postgres'),
  ...more,
});

const start = async (more: NodeJS.ProcessEnv = {}) => {
  const env = environment(more);
  const say = (part: string, text: string) => lines.push(`${part}: ${text}`);
  const terminal = {
    say,
    show: (line: string) => lines.push(line),
    fail: (text: string) => lines.push(text),
  };
  const signal = new AbortController().signal;
  const installation = await startGatehouse({
    config: readConfig(env, []),
    project,
    environment: env,
    terminal,
    signal,
  });
  running.push(installation);
  await until('the gateway is ready', () => lines.includes('gateway: ready'));
  return installation;
};

interface Answer {
  pid: number;
  env: Record<string, string>;
}
const visit = async (at: string): Promise<Answer> => (await fetch(`http://${at}/`)).json() as Promise<Answer>;
const answersAgain = (at: string) => () =>
  visit(at).then(
    () => true,
    () => false,
  );

test('everything starts on the embedded database, and each program gets only what it may know', async () => {
  const token = 'a-password-of-monitoring';
  await start({ GATEHOUSE_DATABASE_URL: '', GATEHOUSE_METRICS_TOKEN: token });
  const server = await visit(listen);
  const gateway = await visit(server.env.GATEHOUSE_GATEWAY_LISTEN!);
  expect(await ask(server.env.GATEHOUSE_DATABASE_URL!, 'select current_user as me')).toEqual([
    { me: 'gatehouse' },
  ]);
  // The server gets the place of the key: an environment could be read while the process lives.
  expect(server.env).not.toHaveProperty('GATEHOUSE_SECRET_KEY');
  const keyFile = join(folder, 'var/keys/master.key');
  expect(server.env.GATEHOUSE_SECRET_KEY_FILE).toBe(keyFile);
  expect(Buffer.from(await readFile(keyFile, 'utf8'), 'base64url')).toHaveLength(32);
  expect(gateway.env.GATEHOUSE_CORE_URL).toBe(`http://${listen}`);
  expect(gateway.env.GATEHOUSE_BOOTSTRAP_TOKEN).toBe(server.env.GATEHOUSE_BOOTSTRAP_TOKEN);
  expect(gateway.env).not.toHaveProperty('GATEHOUSE_DATABASE_URL');
  expect(gateway.env).not.toHaveProperty('GATEHOUSE_SECRET_KEY');
  expect(server.env.GATEHOUSE_METRICS_TOKEN).toBe(token);
  expect(gateway.env).not.toHaveProperty('GATEHOUSE_METRICS_TOKEN');
  expect(gateway.env).not.toHaveProperty('GATEHOUSE_SECRET_KEY_FILE');
  for (const name of ['keys', 'keys/master.key', 'keys/bootstrap-token', 'replay', 'spool'])
    expect((await stat(join(folder, 'var', name))).mode & 0o077).toBe(0);
});

test('an external database is used as it is, and none is created', async () => {
  await start();
  expect((await visit(listen)).env.GATEHOUSE_DATABASE_URL).toBe(external.urlFor('postgres'));
  await expect(stat(join(folder, 'var/pg'))).rejects.toThrow('ENOENT');
});

test('with a certificate, the local gateway reaches the server at an internal address', async () => {
  await start({ GATEHOUSE_TLS_CERT: '/etc/ssl/cert.pem', GATEHOUSE_TLS_KEY: '/etc/ssl/key.pem' });
  const server = await visit(listen);
  const gateway = await visit(server.env.GATEHOUSE_GATEWAY_LISTEN!);
  const internal = server.env.GATEHOUSE_INTERNAL_LISTEN;
  expect(internal).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(internal).not.toBe(listen);
  expect(gateway.env.GATEHOUSE_CORE_URL).toBe(`http://${internal}`);
  expect(lines.join('\n')).toContain(`Open https://${listen}/ui/`);
});

test('lines for the user reach the terminal and no log; log lines reach the log and no terminal', async () => {
  await start();
  await until(
    'the log line arrives',
    async () => (await readFile(join(folder, 'var/log/server.log'), 'utf8').catch(() => '')) !== '',
  );
  expect(lines).toContain('The first password is 1234');
  expect(lines.join()).not.toContain('logged');
  expect(await readFile(join(folder, 'var/log/server.log'), 'utf8')).toBe('{"msg":"logged"}\n');
});

test('keys stay the same across starts', async () => {
  const first = await start();
  const key = await readFile(join(folder, 'var/keys/master.key'), 'utf8');
  await first.stop();
  await start();
  expect(await readFile(join(folder, 'var/keys/master.key'), 'utf8')).toBe(key);
});

test('a key from the environment is passed on as it is, and no file is made for it', async () => {
  await start({ GATEHOUSE_SECRET_KEY: 'k'.repeat(40) });
  const { env } = await visit(listen);
  expect(env.GATEHOUSE_SECRET_KEY).toBe('k'.repeat(40));
  expect(env).not.toHaveProperty('GATEHOUSE_SECRET_KEY_FILE');
  await expect(stat(join(folder, 'var/keys/master.key'))).rejects.toThrow('ENOENT');
});

test('a killed or crashed program restarts without disturbing the other program', async () => {
  await start();
  const before = await visit(listen);
  const gatewayAt = before.env.GATEHOUSE_GATEWAY_LISTEN!;
  const gateway = await visit(gatewayAt);
  process.kill(before.pid, 'SIGKILL');
  await until('the server answers again', answersAgain(listen));
  expect((await visit(listen)).pid).not.toBe(before.pid);
  await fetch(`http://${listen}/throw`).catch(() => undefined);
  await until('the server answers again', answersAgain(listen));
  expect((await visit(gatewayAt)).pid).toBe(gateway.pid);
  await until('the reason is told', () =>
    lines.some((line) => /^server: ended .*something broke/.test(line)),
  );
});

test('stopping leaves no process and frees the port', async () => {
  const installation = await start();
  const server = await visit(listen);
  const gateway = await visit(server.env.GATEHOUSE_GATEWAY_LISTEN!);
  await installation.stop();
  expect([server.pid, gateway.pid].filter(isAlive)).toEqual([]);
  const [host, port] = listen.split(':');
  expect(await tryBind({ host: host!, port: Number(port) })).toEqual({ port: Number(port) });
});

test('a killed launcher takes even stubborn programs with it, and can be started again at once', async () => {
  const env = environment({ GATEHOUSE_DATABASE_URL: '', STUBBORN: '1' });
  const script = join(import.meta.dirname, '../../test/runInstallation.ts');
  const launcher = spawn(process.execPath, [script, project], { env, stdio: 'ignore' });
  await until('the server answers', answersAgain(listen));
  const server = await visit(listen);
  const gatewayAt = server.env.GATEHOUSE_GATEWAY_LISTEN!;
  await until('the gateway answers', answersAgain(gatewayAt));
  const gateway = await visit(gatewayAt);
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  await start({ GATEHOUSE_DATABASE_URL: '' });
  const second = await visit(listen);
  expect(second.pid).not.toBe(server.pid);
  expect(second.env.GATEHOUSE_DATABASE_URL).toBe(server.env.GATEHOUSE_DATABASE_URL);
  expect([server.pid, gateway.pid].filter(isAlive)).toEqual([]);
});

test('a second start in the same folder is refused', async () => {
  await start();
  await expect(start({ GATEHOUSE_LISTEN: await freeListen() })).rejects.toThrow(
    'Gatehouse is already running on',
  );
});

test('a port in use is named, with a free one to use instead', async () => {
  const other = createServer().listen(Number(listen.split(':')[1]), '127.0.0.1');
  await once(other, 'listening');
  try {
    await expect(start()).rejects.toThrow(
      `${listen} is in use by another program; set GATEHOUSE_LISTEN=127.0.0.1:`,
    );
  } finally {
    other.close();
  }
});

test('a program that refuses to start is not restarted, and its reason is reported', async () => {
  // A refusal is shown without the stack that our own errors get.
  const failure = await start({ REFUSE: '1' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Refusal);
  expect(String(failure)).toContain('The database is newer than this program.');
});
