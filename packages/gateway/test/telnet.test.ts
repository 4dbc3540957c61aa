import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  castOf,
  eventually,
  type Fixture,
  jumpHost,
  secretFor,
  startFixture,
  temporaryFolder,
} from './gatewayFixture.ts';
import { startSshd } from './sshd.ts';
import { PASSWORD, startTelnetd, TELNET_PROMPT, TELNETD, type Telnetd } from './telnetd.ts';
import { openTerminal, resumeTerminal } from './terminalClient.ts';

let fixture: Fixture;
let telnetd: Telnetd;
beforeAll(async () => {
  if (!existsSync(TELNETD)) throw new Error(`${TELNETD} is missing; npm test installs it`);
  telnetd = await startTelnetd(temporaryFolder());
  fixture = await startFixture();
});
afterAll(async () => {
  await fixture.stop();
  telnetd.stop();
});

const telnet = (port: number, account: Partial<ReturnType<typeof secretFor>['account']> = {}) => {
  const secret = secretFor({ port, username: 'deploy' }, { account: { secret: PASSWORD, ...account } });
  return { ...secret, protocol: 'telnet', asset: { ...secret.asset, protocols: [{ name: 'telnet', port }] } };
};
const open = async (secret = telnet(telnetd.port), options = {}) => {
  const client = await openTerminal(fixture.gateway.port, fixture.core.offer(secret), options);
  const ticket = await client.frame('opened');
  const id = ticket.session.session_id;
  onTestFinished(async () => {
    fixture.core.task('kill_session', id, 'test');
    await delivered(id);
  });
  return { client, ticket, id };
};
const delivered = (id: string) =>
  eventually(() => {
    const row = fixture.core.sessions.get(id);
    return row?.has_replay && row;
  });
const line = async (client: Awaited<ReturnType<typeof open>>['client'], text: string, shows: string) => {
  client.type(`${text}\r`);
  await client.shows(shows);
};

test('a session logs in with a stored account, and has its facts, recording and commands', async () => {
  const { client, ticket, id } = await open();
  await client.shows(TELNET_PROMPT);
  expect(ticket.session).toMatchObject({
    protocol: 'telnet',
    gateway: '',
    host_key_fingerprint: '',
    recorded: true,
  });
  await line(client, 'echo name=$NAME_GIVEN', 'name=deploy');
  // telnetd drops unsent output when the shell is gone.
  await line(client, 'echo b""ye; sleep 2; exit', 'bye');
  expect(await client.frame('closed')).toMatchObject({ reason: 'shell_exit' });
  const row = await delivered(id);
  expect(row).toMatchObject({ protocol: 'telnet', is_success: true });
  const { output } = castOf(row.replay!);
  expect(output).toContain('name=deploy');
  expect(output).not.toContain(PASSWORD);
  const inputs = fixture.core.commandsOf(id).map((command) => command.input);
  expect(inputs).toEqual(['echo name=$NAME_GIVEN', 'echo b""ye; sleep 2; exit']);
});

test('the shell gets the size and type of the window, and 8-bit bytes pass both ways', async () => {
  const { client } = await open(telnet(telnetd.port), { cols: 101, rows: 33 });
  await client.shows(TELNET_PROMPT);
  await line(client, 'echo "$TERM <$(stty size)>"', 'xterm-256color <33 101>');
  client.send({ type: 'resize', cols: 255, rows: 40 });
  await line(client, 'sleep 0.2; echo "<$(stty size)>"', '<40 255>');
  await line(client, "printf '%s' 'grüße 中文' | od -An -tx1 | tr -d ' '", '6772c3bcc39f6520e4b8ade69687');
  await line(client, "printf '\\303\\277\\344\\270\\255<'", 'ÿ中<');
});

test('a window that lost its connection gets its shell back', async () => {
  const { client, ticket, id } = await open();
  await client.shows(TELNET_PROMPT);
  await line(client, 'value=kept; echo set-$value', 'set-kept');
  client.drop();
  const second = await resumeTerminal(fixture.gateway.port, ticket, client.received());
  await second.frame('resumed');
  await line(second, 'echo still-$value', 'still-kept');
  fixture.core.task('kill_session', id, 'admin');
  expect(await second.frame('closed')).toMatchObject({ reason: 'admin_terminate' });
});

test('a wrong stored password is refused without asking the user', async () => {
  const client = await openTerminal(
    fixture.gateway.port,
    fixture.core.offer(telnet(telnetd.port, { secret: 'wrong-password' })),
  );
  expect(await client.frame('closed')).toMatchObject({
    reason: 'auth_failed',
    params: { username: 'deploy' },
  });
  expect(client.frames.some((frame) => frame.type === 'prompt')).toBe(false);
});

test('missing name and password are asked for, and again when they were wrong', async () => {
  const secret = telnet(telnetd.port, { alias: '@INPUT', username: '', secret: '' });
  const client = await openTerminal(fixture.gateway.port, fixture.core.offer(secret));
  const first = await client.prompt(0);
  expect(first).toMatchObject({ kind: 'login', retry: false });
  client.send({ type: 'answer', id: first.id, answers: ['ann', 'wrong'] });
  const second = await client.prompt(1);
  expect(second).toMatchObject({ kind: 'login', retry: true });
  client.send({ type: 'answer', id: second.id, answers: ['ann\rexit\r', PASSWORD] });
  await client.frame('opened');
  await line(client, 'echo "<$NAME_GIVEN>"', '<annexit>');
  client.send({ type: 'close' });
});

test('an asset is reached through a jump host', async () => {
  const sshd = await startSshd(temporaryFolder());
  onTestFinished(sshd.stop);
  const secret = telnet(telnetd.port);
  const gateways = [jumpHost(sshd, sshd.privateKey, 'gw-7')];
  const { client, ticket } = await open({ ...secret, domain: { id: 'd', name: 'dmz', gateways } });
  expect(ticket.session).toMatchObject({ gateway: 'gw-7', asset: { name: 'web-01' } });
  await client.shows(TELNET_PROMPT);
  client.send({ type: 'close' });
  expect(await client.frame('closed')).toMatchObject({ reason: 'user_close' });
});
