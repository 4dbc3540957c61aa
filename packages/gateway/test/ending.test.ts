import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerChannel } from 'ssh2';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { VISITOR } from './fakeCoreAnswers.ts';
import {
  castOf,
  eventually,
  type Fixture,
  secretFor,
  startFixture,
  temporaryFolder,
  withKey,
} from './gatewayFixture.ts';
import { PROMPT, type Sshd, startSshd } from './sshd.ts';
import { echoShell, startSshServer } from './sshServer.ts';
import { openTerminal, resumeTerminal } from './terminalClient.ts';

let fixture: Fixture;
let sshd: Sshd;
beforeAll(async () => {
  sshd = await startSshd(temporaryFolder());
  fixture = await startFixture();
});
afterAll(async () => {
  await fixture.stop();
  sshd.stop();
});

const keyed = (changes: Parameters<typeof secretFor>[1] = {}) =>
  secretFor(sshd, { ...changes, account: withKey(sshd.privateKey) });
const open = async (secret = keyed(), from = fixture) => {
  const client = await openTerminal(from.gateway.port, from.core.offer(secret));
  const ticket = await client.frame('opened');
  return { client, ticket, id: ticket.session.session_id };
};
const row = (id: string, from = fixture) => from.core.sessions.get(id);
const delivered = (id: string, from = fixture) =>
  eventually(() => {
    const found = row(id, from);
    return found?.has_replay && found;
  });
const flooding = (channel: ServerChannel) => {
  const timer = setInterval(() => channel.write('x'.repeat(1000)), 1);
  channel.on('close', () => clearInterval(timer));
};

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

test('an exit ends the session and delivers everything', async () => {
  const { client, id } = await open();
  await client.shows(PROMPT);
  client.type('echo do""ne; exit\r');
  expect(await client.frame('closed')).toMatchObject({ reason: 'shell_exit' });
  await client.closed();
  expect(client.closeCode()).toBe(4000);
  expect(client.text()).toContain('done');
  const found = await delivered(id);
  expect(found).toMatchObject({
    is_finished: true,
    is_success: true,
    user: 'Ann Lee(ann)',
    remote_addr: '192.0.2.7',
    login_from: 'WT',
  });
  expect(Date.parse(found.date_end ?? '')).toBeGreaterThan(Date.parse(found.date_start));
  await eventually(() => row(id)?.events.at(-1)?.event === 'replay_upload_success');
  expect(castOf(found.replay!).output).toBe(client.text());
});

test('an administrator ends a flooding session within 250 ms, and its input stops too', async () => {
  const got: string[] = [];
  const server = await startSshServer({
    login: (context) => context.accept(),
    shell: (channel) => {
      channel.on('data', (data: Buffer) => got.push(data.toString()));
      flooding(channel);
    },
  });
  onTestFinished(server.stop);
  const terminated = async () => {
    const { client, id } = await open(secretFor(server));
    await client.until('flood', () => client.received() > 100_000);
    const before = performance.now();
    const task = fixture.core.task('kill_session', id, 'Root(admin)');
    const closed = await client.frame('closed');
    return { client, id, task, closed, took: performance.now() - before };
  };
  const former = [await terminated(), await terminated(), await terminated(), await terminated()];
  const { client, id, task, closed, took } = await terminated();
  // Other load on the machine hits some of the five, a slow gateway all of them.
  const usual = [...former.map((item) => item.took), took].sort((item, other) => item - other)[1];
  expect(usual).toBeLessThan(250);
  expect(closed).toMatchObject({ reason: 'admin_terminate', params: { by: 'Root(admin)' } });
  const stopped = client.received();
  client.type('too late');
  await sleep(300);
  expect(client.received()).toBe(stopped);
  expect(got.join('')).not.toContain('too late');
  await eventually(() => fixture.core.finishedTasks.includes(task));
  await delivered(id);
  expect(row(id)?.events).toContainEqual({ event: 'asset_connect_finished', reason: 'admin_terminate' });
  await eventually(() => server.connections().length === 0);
});

test('a locked session shows but takes no input until it is unlocked', async () => {
  const { client, id } = await open();
  await client.shows(PROMPT);
  const task = fixture.core.task('lock_session', id, 'Root(admin)');
  expect((await client.notice('locked')).params).toEqual({ by: 'Root(admin)' });
  await eventually(() => fixture.core.finishedTasks.includes(task));
  client.type('echo un""heard\r');
  await sleep(300);
  expect(client.text()).not.toContain('un');
  fixture.core.task('unlock_session', id, 'Root(admin)');
  await client.notice('unlocked');
  client.type('echo he""ard\r');
  await client.shows('heard');
  expect(client.text()).not.toContain('unheard');
  client.send({ type: 'close' });
  await delivered(id);
});

test('closing the terminal ends the session without waiting for a resume', async () => {
  const { client, id } = await open();
  await client.shows(PROMPT);
  client.send({ type: 'close' });
  expect((await client.frame('closed')).reason).toBe('user_close');
  await delivered(id);
  expect(row(id)?.events).toContainEqual({ event: 'asset_connect_finished', reason: 'user_close' });
});

test('an asset that closes the connection ends the session with that reason', async () => {
  const server = await startSshServer({ login: (context) => context.accept(), shell: echoShell });
  onTestFinished(server.stop);
  const { client, id } = await open(secretFor(server));
  await client.shows('ready> ');
  for (const connection of server.connections())
    (connection as unknown as { _sock: { destroy: () => void } })._sock.destroy();
  expect((await client.frame('closed')).reason).toBe('target_gone');
  await delivered(id);
});

test('a window that returns to an ended session learns why it ended', async () => {
  const { client, ticket, id } = await open();
  await client.shows(PROMPT);
  client.drop();
  fixture.core.task('kill_session', id, 'Root(admin)');
  await delivered(id);
  const back = await resumeTerminal(fixture.gateway.port, ticket, 0);
  expect(await back.frame('closed')).toMatchObject({
    reason: 'admin_terminate',
    params: { by: 'Root(admin)' },
  });
  const thief = await resumeTerminal(fixture.gateway.port, { ...ticket, resume_token: 'guess' }, 0);
  expect((await thief.frame('closed')).reason).toBe('resume_refused');
});

test('an idle session is warned, then ended; typing postpones it', async () => {
  const own = await startFixture((core) => {
    core.config.SECURITY_MAX_IDLE_TIME = 0.1;
  });
  onTestFinished(own.stop);
  const { client, id } = await open(keyed(), own);
  await client.shows(PROMPT);
  const warning = await client.notice('idle_warning');
  expect(warning.params.seconds).toBeGreaterThan(0);
  client.type(' ');
  expect(await client.frame('closed')).toMatchObject({
    reason: 'idle_disconnect',
    params: { minutes: 0.1 },
  });
  // A warning is repeated only if the end that it announced has moved away.
  const warnings = client.frames.filter((frame) => frame.type === 'notice' && frame.code === 'idle_warning');
  expect(warnings).toHaveLength(2);
  expect((await delivered(id, own)).events).toContainEqual({
    event: 'asset_connect_finished',
    reason: 'idle_disconnect',
  });
});

test('a session ends at its maximum time however busy it is', async () => {
  const own = await startFixture((core) => {
    core.config.SECURITY_MAX_SESSION_TIME = 8 / 3600;
  });
  onTestFinished(own.stop);
  const { client } = await open(keyed(), own);
  await client.shows(PROMPT);
  client.type('while sleep 0.1; do echo busy; done\r');
  await client.notice('max_session_warning');
  expect((await client.frame('closed')).reason).toBe('max_session_timeout');
});

test('an expiring permission ends the session after a warning', async () => {
  const secret = keyed({ expire_at: Math.floor(Date.now() / 1000) + 8 });
  fixture.core.renewals.set(secret.id, { ok: true, msg: '', expire_at: secret.expire_at });
  const { client, ticket, id } = await open(secret);
  expect(ticket.session.date_permission_expired).toBe(new Date((secret.expire_at ?? 0) * 1000).toISOString());
  await client.notice('permission_warning');
  expect((await client.frame('closed')).reason).toBe('permission_expired');
  await delivered(id);
});

test('a permission withdrawn during the session ends it; an extended one keeps it', async () => {
  const soon = Math.floor(Date.now() / 1000) + 80;
  const withdrawn = keyed({ expire_at: soon });
  const extended = keyed({ expire_at: soon });
  fixture.core.renewals.set(withdrawn.id, { ok: false, msg: 'gone', expire_at: null });
  fixture.core.renewals.set(extended.id, { ok: true, msg: '', expire_at: soon + 7200 });
  const [lost, kept] = [await open(withdrawn), await open(extended)];
  expect((await lost.client.frame('closed')).reason).toBe('permission_expired');
  const facts = await kept.client.frame('facts');
  expect(facts.session.date_permission_expired).toBe(new Date((soon + 7200) * 1000).toISOString());
  expect(kept.client.closeCode()).toBeNull();
  kept.client.send({ type: 'close' });
});

test('a window that resumes from another address is asked about; rules that refuse it end the session', async () => {
  const secret = keyed();
  const at = (address: string) => `${VISITOR};${address};proof`;
  const { port } = fixture.gateway;
  const client = await openTerminal(port, fixture.core.offer(secret), { visitor: at('10.0.0.1') });
  const ticket = await client.frame('opened');
  const resume = (visitor: string) => resumeTerminal(port, ticket, null, { visitor });
  client.drop();
  const asked = fixture.core.renewed();
  const same = await resume(at('10.0.0.1'));
  await same.frame('resumed');
  expect(fixture.core.renewed()).toBe(asked);
  same.drop();
  const elsewhere = await resume(at('10.0.0.2'));
  await elsewhere.frame('resumed');
  expect(fixture.core.renewed()).toBe(asked + 1);
  elsewhere.drop();
  fixture.core.renewals.set(secret.id, { ok: false, reason: 'rule_refused', msg: '', expire_at: null });
  for (let times = 0; times < 2; times += 1)
    expect((await (await resume(at('10.0.0.3'))).frame('closed')).reason).toBe('rule_refused');
});

test('a recording that cannot be written ends the session', async () => {
  const { client, id } = await open();
  await client.shows(PROMPT);
  // From now on the disk is full: `/dev/full` is opened until it gets the descriptor number of the recording
  // just closed.
  const fd = Number(
    readdirSync('/proc/self/fd').find((name) => linkOf(`/proc/self/fd/${name}`).endsWith(`${id}.cast`)),
  );
  closeSync(fd);
  const lower: number[] = [];
  let opened = openSync('/dev/full', 'a');
  while (opened < fd) {
    lower.push(opened);
    opened = openSync('/dev/full', 'a');
  }
  for (const each of lower) closeSync(each);
  expect(opened).toBe(fd);
  client.type('echo unrecorded\r');
  expect((await client.frame('closed')).reason).toBe('recording_failed');
  await eventually(() => row(id)?.error_reason === 'replay_create_failed');
});

test('sessions continue while the server is down, and are delivered when it is back', async () => {
  const own = await startFixture();
  onTestFinished(own.stop);
  const { client, id } = await open(keyed(), own);
  const second = await open(keyed(), own);
  await client.shows(PROMPT);
  await own.core.down();
  client.type('echo while-""away\r');
  await client.shows('while-away');
  second.client.type('echo sec""ond; exit\r');
  expect((await second.client.frame('closed')).reason).toBe('shell_exit');
  await sleep(1_500);
  const refused = await openTerminal(own.gateway.port, 'any');
  expect((await refused.frame('closed')).reason).toBe('server_unreachable');
  await own.core.up();
  expect((await delivered(second.id, own)).is_finished).toBe(true);
  await eventually(() => own.core.components.size > 0);
  client.type('echo and-""after\r');
  await client.shows('and-after');
  client.send({ type: 'close' });
  const found = await delivered(id, own);
  expect(castOf(found.replay!).output).toContain('while-away');
  const inputs = own.core.commandsOf(id).map((record) => record.input);
  expect(inputs).toEqual(['echo while-""away', 'echo and-""after']);
});

test('a failed upload is repeated until it succeeds', async () => {
  const own = await startFixture();
  onTestFinished(own.stop);
  own.core.failUploads(2);
  const { client, id } = await open(keyed(), own);
  await client.shows(PROMPT);
  client.type('exit\r');
  expect((await delivered(id, own)).replay).not.toBeNull();
});

test('a reinstalled server gets a new registration', async () => {
  const own = await startFixture();
  onTestFinished(own.stop);
  expect(own.core.registrations).toHaveLength(1);
  own.core.forgetKeys();
  await own.core.down();
  await own.core.up();
  await eventually(() => own.core.registrations.length === 2 && own.core.components.size > 0);
  const { client } = await open(keyed(), own);
  await client.shows(PROMPT);
  client.send({ type: 'close' });
});

test('sessions held before the component was deleted are delivered by the new registration', async () => {
  const own = await startFixture();
  onTestFinished(own.stop);
  own.core.failUploads(1_000);
  const { client, id } = await open(keyed(), own);
  await client.shows(PROMPT);
  // Commands are read by a thread that must start first; the end of a session waits for it only briefly.
  client.type('echo first\r');
  await eventually(() => own.core.commandsOf(id).length === 1);
  client.type('echo kept-""here; exit\r');
  await client.frame('closed');
  const second = await open(keyed(), own);
  await second.client.shows(PROMPT);
  second.client.type('exit\r');
  await eventually(() => [id, second.id].every((sessionId) => own.core.sessions.get(sessionId)?.is_finished));
  // The server has everything about the second session, but the gateway does not know that.
  Object.assign(own.core.sessions.get(second.id) ?? {}, { has_replay: true });
  own.core.deleteComponents();
  own.core.failUploads(0);
  await own.core.down();
  await own.core.up();
  await eventually(() => own.core.registrations.length === 1 && own.core.components.size > 0);
  const found = await delivered(id, own);
  expect(castOf(found.replay!).output).toContain('kept-here');
  expect(own.core.commandsOf(id).map((record) => record.input)).toEqual([
    'echo first',
    'echo kept-""here; exit',
  ]);
  await eventually(() => readdirSync(join(own.home, 'spool')).length === 0);
  expect(own.core.sessions.get(second.id)?.replay).toBeNull();
});

test('heartbeats list the running sessions and the state of the machine', async () => {
  const { client, id } = await open();
  await client.shows(PROMPT);
  const beat = await eventually(() =>
    fixture.core.heartbeats.findLast((heartbeat) => heartbeat.sessions.includes(id)),
  );
  expect(beat).toMatchObject({
    session_online: expect.any(Number),
    cpu_load: expect.any(Number),
    disk_used: expect.any(Number),
  });
  client.send({ type: 'close' });
  await delivered(id);
  await eventually(() => !fixture.core.heartbeats.at(-1)?.sessions.includes(id));
});
