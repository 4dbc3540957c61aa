import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import iconv from 'iconv-lite';
import type { ServerChannel } from 'ssh2';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
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
import { openTerminal, resumeTerminal, watchTerminal } from './terminalClient.ts';

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

const open = async (secret = secretFor(sshd, { account: withKey(sshd.privateKey) }), options = {}) => {
  const client = await openTerminal(fixture.gateway.port, fixture.core.offer(secret), options);
  const ticket = await client.frame('opened');
  onTestFinished(async () => {
    fixture.core.task('kill_session', ticket.session.session_id, 'test');
    await delivered(ticket.session.session_id);
  });
  return { client, ticket, id: ticket.session.session_id };
};
const delivered = (id: string) =>
  eventually(() => {
    const row = fixture.core.sessions.get(id);
    return row?.has_replay && row;
  });
const scripted = async (shell: (channel: ServerChannel, term: string) => void) => {
  const server = await startSshServer({ login: (context) => context.accept(), shell });
  onTestFinished(server.stop);
  return server;
};

test('the shell and the recording get the terminal type and every new size', async () => {
  let terminal = '';
  const server = await scripted((channel, term) => {
    terminal = term;
    echoShell(channel);
  });
  const { client, id } = await open(secretFor(server), { cols: 100, rows: 30 });
  await client.shows('ready> ');
  expect(terminal).toBe('xterm-256color');
  client.send({ type: 'resize', cols: 120, rows: 40 });
  await eventually(() => server.sizes.length === 2);
  expect(server.sizes).toEqual([
    { cols: 100, rows: 30 },
    { cols: 120, rows: 40 },
  ]);
  client.send({ type: 'close' });
  const cast = castOf((await delivered(id)).replay!);
  expect(cast.header).toMatchObject({ version: 2, width: 100, height: 30 });
  expect(cast.events).toContainEqual([expect.any(Number), 'r', '120x40']);
});

test('GBK is shown, recorded and typed as UTF-8, even when a character is split between packets', async () => {
  const got: Buffer[] = [];
  const text = '中文目录 报告.txt';
  const server = await scripted((channel) => {
    channel.on('data', (data: Buffer) => got.push(data));
    const bytes = iconv.encode(text, 'gbk');
    void (async () => {
      for (const byte of bytes) {
        channel.write(Buffer.from([byte]));
        await sleep(1);
      }
    })();
  });
  const secret = secretFor(server);
  const { client, id, ticket } = await open({
    ...secret,
    platform: { ...secret.platform, charset: { value: 'gbk', label: 'GBK' } },
  });
  expect(ticket.session.charset).toBe('gbk');
  await client.shows(text);
  const typed = Buffer.from('查看');
  client.typeAt(0, '');
  client.socket.send(Buffer.concat([Buffer.from([3, 0, 0, 0, 0, 0, 0, 0]), typed.subarray(0, 2)]));
  client.socket.send(Buffer.concat([Buffer.from([3, 0, 0, 0, 0, 0, 0, 2]), typed.subarray(2)]));
  await eventually(() => iconv.decode(Buffer.concat(got), 'gbk') === '查看');
  client.send({ type: 'close' });
  expect(castOf((await delivered(id)).replay!).output).toBe(text);
});

/** Memory is measured after garbage collection, whose timing otherwise depends on the machine. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

test('a huge file reaches a slow window complete and in order while memory stays bounded', async () => {
  const line = `${'0123456789'.repeat(12)}\r\n`;
  const total = 40 * 1024 * 1024;
  const server = await scripted((channel) => {
    const block = Buffer.from(line.repeat(500));
    let sent = 0;
    const pump = () => {
      while (sent < total) {
        sent += block.length;
        if (!channel.write(block)) return void channel.once('drain', pump);
      }
      channel.write('THE END');
    };
    channel.once('data', pump);
  });
  const { client } = await open(secretFor(server), { acks: false });
  client.type('go');
  await client.until('first output', () => client.received() > 0);
  let stalled = -1;
  while (stalled !== client.received()) {
    stalled = client.received();
    await sleep(1_000);
  }
  expect(stalled).toBeLessThan(1024 * 1024);
  collectGarbage();
  const before = process.memoryUsage().rss;
  client.startAcks();
  await client.until('the end', () => client.received() > total && client.tail(7) === 'THE END', 110_000);
  collectGarbage();
  const after = process.memoryUsage().rss;
  const seen = createHash('sha256').update(client.bytes().subarray(0, -7)).digest('hex');
  const blocks = Math.ceil(total / (line.length * 500));
  const hash = createHash('sha256');
  for (let i = 0; i < blocks; i += 1) hash.update(line.repeat(500));
  expect(seen).toBe(hash.digest('hex'));
  // Includes the test's own copy of the output.
  expect(after - before).toBeLessThan(4 * total);
});

test('a window that lost its connection gets exactly the bytes it missed', async () => {
  const { client, ticket } = await open();
  await client.shows(PROMPT);
  client.type('for i in $(seq 1 400); do echo line-$i; sleep 0.002; done; echo fini""shed\r');
  await client.shows('line-50\r\n');
  client.drop();
  const kept = client.received();
  await sleep(300);
  const back = await resumeTerminal(fixture.gateway.port, ticket, kept, { client_id: client.client_id });
  const resumed = await back.frame('resumed');
  expect(resumed).toMatchObject({ offset: kept, repaint: false, input_received: client.sent() });
  await back.shows('finished\r\n');
  const whole = client.text() + back.text();
  for (let i = 1; i <= 400; i += 1) expect(whole.split(`line-${i}\r\n`)).toHaveLength(2);
});

test('a reloaded page gets the screen repainted and continues from there', async () => {
  const { client, ticket } = await open();
  await client.shows(PROMPT);
  client.type('export MARK=before-reload; echo $MARK\r');
  await client.shows('before-reload\r\n');
  client.drop();
  const back = await resumeTerminal(fixture.gateway.port, ticket, null);
  expect(await back.frame('resumed')).toMatchObject({ repaint: true, input_received: 0 });
  await back.showsPainted('before-reload');
  back.type('echo after-$MARK\r');
  await back.shows('after-before-reload');
});

test('when more was printed than is kept, the screen is repainted instead', async () => {
  const { client, ticket } = await open();
  await client.shows(PROMPT);
  client.type('sleep 0.3; seq 1 600000; echo fini""shed\r');
  await sleep(100);
  client.drop();
  const kept = client.received();
  const recording = join(fixture.home, 'spool', `${ticket.session.session_id}.cast`);
  await eventually(() => statSync(recording).size > 4 * 1024 * 1024);
  const back = await resumeTerminal(fixture.gateway.port, ticket, kept);
  const resumed = await back.frame('resumed');
  expect(resumed.repaint).toBe(true);
  expect(resumed.offset).toBeGreaterThan(2 * 1024 * 1024);
  await back.until('finished', () => (back.painted.join('') + back.text()).includes('finished'));
});

test('input that did not arrive may be resent, and nothing arrives twice', async () => {
  const got: Buffer[] = [];
  const server = await scripted((channel) => {
    channel.write('ready> ');
    channel.on('data', (data: Buffer) => got.push(data));
  });
  const { client, ticket } = await open(secretFor(server));
  await client.shows('ready> ');
  client.type('abc');
  expect((await client.frame('input_ack')).received).toBe(3);
  client.drop();
  const back = await resumeTerminal(fixture.gateway.port, ticket, client.received(), {
    client_id: client.client_id,
  });
  expect((await back.frame('resumed')).input_received).toBe(3);
  back.typeAt(0, 'abcdef');
  back.typeAt(2, 'cdef');
  back.typeAt(6, 'g');
  await eventually(() => Buffer.concat(got).length >= 7);
  await sleep(100);
  expect(Buffer.concat(got).toString()).toBe('abcdefg');
});

test('the latest window has the session; the previous one is told and can take it back', async () => {
  const { client, ticket } = await open();
  await client.shows(PROMPT);
  const second = await resumeTerminal(fixture.gateway.port, ticket, null);
  await second.frame('resumed');
  expect(await client.frame('detached')).toEqual({ type: 'detached', reason: 'taken_over' });
  await client.closed();
  expect(client.closeCode()).toBe(4001);
  second.type('echo from-""second\r');
  await second.shows('from-second');
  expect(client.text()).not.toContain('from-second');
  const first = await resumeTerminal(fixture.gateway.port, ticket, client.received());
  await first.until('what the other window did', () =>
    (first.painted.join('') + first.text()).includes('from-second'),
  );
  await second.closed();
  first.type('echo again-""first\r');
  await first.shows('again-first');
});

test('neither a wrong token nor another session is resumed', async () => {
  const { client, ticket } = await open();
  await client.shows(PROMPT);
  const wrong = await resumeTerminal(fixture.gateway.port, { ...ticket, resume_token: 'x'.repeat(43) }, 0);
  expect((await wrong.frame('closed')).reason).toBe('resume_refused');
  const other = await open();
  const crossed = await resumeTerminal(
    fixture.gateway.port,
    { ...ticket, resume_token: other.ticket.resume_token },
    0,
  );
  expect((await crossed.frame('closed')).reason).toBe('resume_refused');
  client.type('echo still-""mine\r');
  await client.shows('still-mine');
});

test.each([
  ['another user', 'mark-of-bob'],
  ['a user without a mark', ''],
])("%s opens nothing with another user's token, which stays valid for its owner", async (_who, visitor) => {
  const token = fixture.core.offer(secretFor(sshd, { account: withKey(sshd.privateKey) }));
  const thief = await openTerminal(fixture.gateway.port, token, { visitor });
  expect((await thief.frame('closed')).reason).toBe('token_refused');
  const own = await openTerminal(fixture.gateway.port, token);
  const ticket = await own.frame('opened');
  const back = await resumeTerminal(fixture.gateway.port, ticket, null, { visitor });
  expect((await back.frame('closed')).reason).toBe('resume_refused');
  own.type('echo still-""mine\r');
  await own.shows('still-mine');
  own.send({ type: 'close' });
  await delivered(ticket.session.session_id);
  // Only the user of a session is told how it ended.
  const late = await resumeTerminal(fixture.gateway.port, ticket, null, { visitor });
  expect((await late.frame('closed')).reason).toBe('resume_refused');
  const resumed = await resumeTerminal(fixture.gateway.port, ticket, null);
  expect((await resumed.frame('closed')).reason).not.toBe('resume_refused');
});

test('frames outside the protocol end the connection, not the session', async () => {
  const { client, ticket } = await open();
  await client.shows(PROMPT);
  client.socket.send('{"type":"open"');
  expect((await client.frame('closed')).reason).toBe('protocol_error');
  await client.closed();
  const back = await resumeTerminal(fixture.gateway.port, ticket, client.received());
  await back.frame('resumed');
  back.socket.send(Buffer.from([9, 9, 9]));
  expect((await back.frame('closed')).reason).toBe('protocol_error');
});

test('a page with another version of the protocol is refused with that reason', async () => {
  const client = await openTerminal(fixture.gateway.port, 'x', { protocol: 99 });
  expect((await client.frame('closed')).reason).toBe('protocol_mismatch');
});

test('a page of another site cannot open a terminal; one of the same site can', async () => {
  const token = fixture.core.offer(secretFor(sshd, { account: withKey(sshd.privateKey) }));
  const evil = await openTerminal(fixture.gateway.port, token, { origin: 'https://evil.example' });
  expect((await evil.frame('closed')).reason).toBe('origin_refused');
  const same = await openTerminal(fixture.gateway.port, token, {
    origin: `http://127.0.0.1:${fixture.gateway.port}`,
  });
  await same.shows(PROMPT);
  same.send({ type: 'close' });
});

test('a ping is answered with its id', async () => {
  const { client } = await open();
  client.send({ type: 'ping', id: 42 });
  expect(await client.frame('pong')).toEqual({ type: 'pong', id: 42 });
});

test('a user who may watch sees the screen and what follows, and cannot type', async () => {
  const { client, id } = await open();
  await client.shows(PROMPT);
  client.type('echo on-""screen\r');
  await client.shows('on-screen');
  fixture.core.monitors.add('dora');
  const watcher = watchTerminal(fixture.gateway.port, id, 'dora');
  await watcher.showsPainted('on-screen');
  expect(await client.notice('monitor_joined')).toMatchObject({ params: { name: 'dora(dora)' } });
  watcher.typeAt(0, 'echo intruder\r');
  client.type('echo one-""more\r');
  await watcher.shows('one-more');
  expect(client.text()).not.toContain('intruder');
  watcher.drop();
  await client.notice('monitor_left');
  await eventually(() =>
    fixture.core.sessions.get(id)?.events.some((event) => event.event === 'admin_exit_monitor'),
  );
});

test('a user who may not watch is refused', async () => {
  const { client, id } = await open();
  await client.shows(PROMPT);
  fixture.core.monitors.add('dora');
  for (const [user, mark] of [[''], ['mallory'], ['dora', 'mark of mallory']] as const) {
    const watcher = watchTerminal(fixture.gateway.port, id, user, mark);
    expect((await watcher.frame('closed')).reason).toBe('monitor_refused');
  }
  expect(client.frames.some((frame) => frame.type === 'notice' && frame.code === 'monitor_joined')).toBe(
    false,
  );
});

test('the health answer reports connection and sessions; nothing else is served', async () => {
  const base = `http://127.0.0.1:${fixture.gateway.port}`;
  const { client } = await open();
  await client.shows(PROMPT);
  const health = (await (await fetch(`${base}/koko/health/`)).json()) as { sessions: number };
  expect(health).toMatchObject({ status: true, connected: true });
  expect(health.sessions).toBeGreaterThanOrEqual(1);
  expect((await fetch(`${base}/koko/`)).status).toBe(404);
});
