import { type ChildProcess, fork } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type FakeCore, startFakeCore } from './fakeCore.ts';
import { BOOTSTRAP } from './fakeCoreAnswers.ts';
import { castOf, eventually, logLevel, secretFor, temporaryFolder, withKey } from './gatewayFixture.ts';
import { PROMPT, type Sshd, startSshd } from './sshd.ts';
import { openTerminal } from './terminalClient.ts';

let sshd: Sshd;
let core: FakeCore;
let home: string;
beforeAll(async () => {
  sshd = await startSshd(temporaryFolder());
});
afterAll(() => sshd.stop());
beforeEach(async () => {
  core = await startFakeCore();
  home = temporaryFolder();
  onTestFinished(async () => {
    await core.down();
    rmSync(home, { recursive: true, force: true });
  });
});

/** The gateway as its own process, as the launcher starts it. */
const start = async (): Promise<{ child: ChildProcess; port: number }> => {
  const child = fork(join(import.meta.dirname, '../src/app/main.ts'), {
    env: {
      PATH: process.env.PATH,
      GATEHOUSE_HOME: home,
      GATEHOUSE_CORE_URL: core.url,
      GATEHOUSE_BOOTSTRAP_TOKEN: BOOTSTRAP,
      GATEHOUSE_GATEWAY_LISTEN: '127.0.0.1:0',
      GATEHOUSE_LOG_LEVEL: logLevel,
    },
    stdio: 'inherit',
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message: { port: number }) => resolve(message.port)),
  );
  return { child, port };
};
const open = async (port: number) => {
  const client = await openTerminal(port, core.offer(secretFor(sshd, { account: withKey(sshd.privateKey) })));
  const { session } = await client.frame('opened');
  await client.shows(PROMPT);
  return { client, id: session.session_id };
};
const exited = (child: ChildProcess) =>
  eventually(() => child.exitCode !== null || child.signalCode !== null);
const spool = () => readdirSync(join(home, 'spool'));
/** The current content of a spool file. */
const noted = (name: string) =>
  spool().includes(name) ? readFileSync(join(home, 'spool', name), 'utf8') : '';

test('after kill -9 the next gateway repairs the recording, delivers it and closes the session', async () => {
  const first = await start();
  const { client, id } = await open(first.port);
  client.type('echo la""st words\r');
  await client.shows('last words');
  await sleep(1_000);
  client.type('sleep 100\r');
  await eventually(() => noted(`${id}.journal`).includes('sleep 100'));
  first.child.kill('SIGKILL');
  await exited(first.child);
  appendFileSync(join(home, 'spool', `${id}.cast`), '[99.1,"o","torn in the mid');
  await start();
  const row = await eventually(() => {
    const found = core.sessions.get(id);
    return found?.has_replay && found;
  });
  expect(row).toMatchObject({ is_finished: true, is_success: true, has_command: true });
  expect(Date.parse(row.date_end ?? '')).toBeGreaterThan(Date.parse(row.date_start) + 1_000);
  const cast = castOf(row.replay!);
  expect(cast.output).toContain('last words');
  expect(cast.output).not.toContain('torn');
  expect(core.commandsOf(id).map((command) => command.input)).toEqual(['echo la""st words', 'sleep 100']);
  await eventually(() => spool().length === 0);
});

test('nothing is lost when the gateway is killed repeatedly during delivery', async () => {
  const first = await start();
  const { client, id } = await open(first.port);
  client.type('echo im""portant\r');
  await client.shows('important');
  await eventually(() => noted(`${id}.cast`).includes('important'));
  await core.down();
  first.child.kill('SIGKILL');
  await exited(first.child);
  for (let round = 0; round < 3; round += 1) {
    const second = await start();
    await sleep(400);
    second.child.kill('SIGKILL');
    await exited(second.child);
    expect(spool().some((name) => name.startsWith(id))).toBe(true);
  }
  await core.up();
  await start();
  const row = await eventually(() => {
    const found = core.sessions.get(id);
    return found?.has_replay && found;
  });
  expect(castOf(row.replay!).output).toContain('important');
});

test('a recording cut off in its header does not stop the next start', async () => {
  const first = await start();
  const { id } = await open(first.port);
  await eventually(() => noted(`${id}.cast`).length > 10);
  first.child.kill('SIGKILL');
  await exited(first.child);
  truncateSync(join(home, 'spool', `${id}.cast`), 10);
  await start();
  await eventually(() => core.sessions.get(id)?.is_finished && spool().length === 0);
  expect(core.sessions.get(id)?.has_replay).toBeUndefined();
});

test('a session the server lost is restored with its recording and its commands', async () => {
  const first = await start();
  const { client, id } = await open(first.port);
  core.sessions.delete(id);
  client.type('echo lost-and-found\r');
  await client.shows('lost-and-found\r\n');
  client.type('true\r');
  await eventually(() => noted(`${id}.journal`).includes('lost-and-found'));
  await sleep(2_000);
  expect(core.commandsOf(id)).toEqual([]);
  first.child.kill('SIGKILL');
  await exited(first.child);
  await start();
  const row = await eventually(() => {
    const found = core.sessions.get(id);
    return found?.has_replay && found;
  });
  expect(row).toMatchObject({ user: 'Ann Lee(ann)', is_finished: true });
  expect(core.commandsOf(id).map((command) => command.input)).toContain('echo lost-and-found');
});

test('SIGTERM ends sessions cleanly, delivers recordings and exits', async () => {
  const { child, port } = await start();
  const { client, id } = await open(port);
  client.type('echo bye""bye\r');
  await client.shows('byebye');
  child.kill('SIGTERM');
  expect((await client.frame('closed')).reason).toBe('gateway_stopping');
  await exited(child);
  expect(child.exitCode).toBe(0);
  const row = core.sessions.get(id);
  expect(row).toMatchObject({ is_finished: true, has_replay: true });
  expect(castOf(row!.replay!).output).toContain('byebye');
  expect(spool()).toEqual([]);
});

test('a gateway stops when its launcher is gone', async () => {
  const { child, port } = await start();
  const { client } = await open(port);
  child.disconnect();
  expect((await client.frame('closed')).reason).toBe('gateway_stopping');
  await exited(child);
  expect(child.exitCode).toBe(0);
});

test('a gateway waits for a server that is not up yet', async () => {
  await core.down();
  const starting = start();
  await sleep(1_500);
  await core.up();
  const { port } = await starting;
  await open(port);
});

test('the access key is kept in a file only its owner can read, and is reused', async () => {
  const first = await start();
  const path = join(home, 'keys', 'gateway.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'keys')).mode & 0o777).toBe(0o700);
  const key = readFileSync(path, 'utf8');
  first.child.kill('SIGTERM');
  await exited(first.child);
  await start();
  expect(readFileSync(path, 'utf8')).toBe(key);
  expect(core.registrations).toHaveLength(1);
});

test('a second gateway in the same folder does not touch the first one’s sessions', async () => {
  const first = await start();
  const { client, id } = await open(first.port);
  let started = false;
  const second = start().then(() => {
    started = true;
  });
  await sleep(2_000);
  expect(started).toBe(false);
  client.type('echo un""disturbed\r');
  await client.shows('undisturbed');
  expect(existsSync(join(home, 'spool', `${id}.cast`))).toBe(true);
  first.child.kill('SIGTERM');
  await second;
});
