import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { KeyboardAuthContext } from 'ssh2';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  eventually,
  type Fixture,
  jumpHost,
  secretFor,
  startFixture,
  temporaryFolder,
  withKey,
} from './gatewayFixture.ts';
import { PROMPT, type Sshd, startSshd } from './sshd.ts';
import { echoShell, hostKey, passwordLogin, startSshServer } from './sshServer.ts';
import { openTerminal } from './terminalClient.ts';

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

const scripted = async (script: Parameters<typeof startSshServer>[0]) => {
  const server = await startSshServer({ shell: echoShell, ...script });
  onTestFinished(server.stop);
  return server;
};
const connect = async (secret: ReturnType<typeof secretFor>) => {
  const client = await openTerminal(fixture.gateway.port, fixture.core.offer(secret));
  onTestFinished(() => client.send({ type: 'close' }));
  return client;
};
const sessionOfAsset = (asset: string) =>
  [...fixture.core.sessions.values()].find((row) => row.asset_id === asset);

test('a session logs in to a real OpenSSH server with a private key', async () => {
  const client = await connect(secretFor(sshd, { account: withKey(sshd.privateKey) }));
  await client.shows(PROMPT);
});

test('a private key with a stored passphrase needs no question', async () => {
  const client = await connect(secretFor(sshd, { account: withKey(sshd.lockedKey, 'open sesame') }));
  await client.shows(PROMPT);
  expect(client.frames.some((frame) => frame.type === 'prompt')).toBe(false);
});

test('a missing passphrase is asked for, and again when it was wrong', async () => {
  const client = await connect(secretFor(sshd, { account: withKey(sshd.lockedKey) }));
  const first = await client.prompt(0);
  expect(first).toMatchObject({
    kind: 'passphrase',
    retry: false,
    fields: [{ text: 'passphrase', echo: false }],
  });
  client.send({ type: 'answer', id: first.id, answers: ['open barley'] });
  const second = await client.prompt(1);
  expect(second.retry).toBe(true);
  client.send({ type: 'answer', id: second.id, answers: ['open sesame'] });
  await client.shows(PROMPT);
});

test('an invalid key is refused with the name of the account', async () => {
  const client = await connect(secretFor(sshd, { account: withKey('nonsense') }));
  expect(await client.frame('closed')).toMatchObject({
    reason: 'key_invalid',
    params: { username: sshd.username },
  });
});

test('a session logs in with a password', async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const client = await connect(secretFor(server, { account: { secret: 's3cret' } }));
  await client.shows('ready> ');
  expect(server.sizes[0]).toEqual({ cols: 80, rows: 24 });
});

test('a wrong stored password ends with the name of the account, and the session is stored as failed', async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const secret = secretFor(server, { account: { secret: 'wrong' } });
  const client = await connect(secret);
  expect(await client.frame('closed')).toMatchObject({
    reason: 'auth_failed',
    params: { host: 'web-01', username: 'deploy' },
  });
  const row = await eventually(() => {
    const found = sessionOfAsset(secret.asset.id);
    return found?.is_finished && found;
  });
  expect(row).toMatchObject({ is_success: false, error_reason: 'connect_failed', replay: null });
  await eventually(() => row.events.length > 0);
  expect(row.events).toEqual([{ event: 'asset_connect_finished', reason: 'connect_failed' }]);
  expect(client.frames.some((frame) => frame.type === 'prompt')).toBe(false);
});

test('a typed password may be retyped when it was wrong', async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const client = await connect(secretFor(server, { account: { alias: '@INPUT', secret: 'wrong' } }));
  const prompt = await client.prompt(0);
  expect(prompt).toMatchObject({
    kind: 'password',
    username: 'deploy',
    fields: [{ text: 'password', echo: false }],
  });
  client.send({ type: 'answer', id: prompt.id, answers: ['s3cret'] });
  await client.shows('ready> ');
});

test('the user of an account without a username is asked for username and password', async () => {
  const seen: string[] = [];
  const server = await scripted({
    login: (context) => {
      seen.push(context.username);
      passwordLogin('s3cret')(context);
    },
  });
  const client = await connect(secretFor(server, { account: { alias: '@INPUT', username: '', secret: '' } }));
  const prompt = await client.prompt(0);
  expect(prompt).toMatchObject({
    kind: 'login',
    fields: [{ text: 'username', echo: true }, { text: 'password' }],
  });
  client.send({ type: 'answer', id: prompt.id, answers: ['carol', 's3cret'] });
  await client.shows('ready> ');
  expect(new Set(seen)).toEqual(new Set(['carol']));
});

const keyboardLogin =
  (prompts: { prompt: string; echo: boolean }[], expected: string[]) =>
  (context: Parameters<Parameters<typeof startSshServer>[0]['login']>[0]) => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
    (context as KeyboardAuthContext).prompt(
      prompts,
      'Second factor',
      'Please prove who you are',
      (answers) => {
        if (JSON.stringify(answers) === JSON.stringify(expected)) context.accept();
        else context.reject(['keyboard-interactive']);
      },
    );
  };

test('a single password question is answered with the stored password', async () => {
  const server = await scripted({
    login: keyboardLogin([{ prompt: 'Password: ', echo: false }], ['s3cret']),
  });
  const client = await connect(secretFor(server, { account: { secret: 's3cret' } }));
  await client.shows('ready> ');
  expect(client.frames.some((frame) => frame.type === 'prompt')).toBe(false);
});

test('any other question goes to the user, and the password is not given away', async () => {
  const server = await scripted({
    login: keyboardLogin([{ prompt: 'One-time password: ', echo: false }], ['123456']),
  });
  const client = await connect(secretFor(server, { account: { secret: 's3cret' } }));
  const prompt = await client.prompt(0);
  expect(prompt).toMatchObject({
    kind: 'keyboard_interactive',
    host: 'web-01',
    title: 'Second factor',
    instruction: 'Please prove who you are',
    fields: [{ text: 'One-time password: ', echo: false }],
  });
  client.send({ type: 'answer', id: prompt.id, answers: ['123456'] });
  await client.shows('ready> ');
});

test('a cancelled question ends the login at once', async () => {
  const server = await scripted({ login: keyboardLogin([{ prompt: 'Code: ', echo: true }], ['1']) });
  const client = await connect(secretFor(server));
  const prompt = await client.prompt(0);
  client.send({ type: 'answer', id: prompt.id, cancel: true });
  expect(await client.frame('closed')).toMatchObject({ reason: 'login_cancelled' });
  expect(client.frames.filter((frame) => frame.type === 'prompt')).toHaveLength(1);
});

test('a window that closes during login leaves no connection behind', async () => {
  const server = await scripted({ login: keyboardLogin([{ prompt: 'Code: ', echo: true }], ['1']) });
  const secret = secretFor(server);
  const client = await openTerminal(fixture.gateway.port, fixture.core.offer(secret));
  await client.prompt(0);
  client.drop();
  await eventually(() => server.connections().length === 0);
  await eventually(() => sessionOfAsset(secret.asset.id)?.is_finished);
});

test('an administrator can end a session that is still logging in', async () => {
  const server = await scripted({ login: keyboardLogin([{ prompt: 'Code: ', echo: true }], ['1']) });
  const secret = secretFor(server);
  const client = await connect(secret);
  await client.prompt(0);
  fixture.core.task('kill_session', sessionOfAsset(secret.asset.id)?.id ?? '', 'Root(admin)');
  expect(await client.frame('closed')).toMatchObject({
    reason: 'admin_terminate',
    params: { by: 'Root(admin)' },
  });
  await eventually(() => server.connections().length === 0);
});

test('an asset in a zone is reached through its jump host', async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const domain = { id: '1', name: 'dmz', gateways: [jumpHost(sshd, sshd.privateKey)] };
  const client = await connect(secretFor(server, { account: { secret: 's3cret' }, domain }));
  expect((await client.frame('opened')).session.gateway).toBe('gw-1');
  await client.shows('ready> ');
});

test('a dead jump host is skipped for the next one', async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const dead = await scripted({ login: () => undefined });
  dead.stop();
  const gateways = [jumpHost(dead, sshd.privateKey, 'gw-dead'), jumpHost(sshd, sshd.privateKey, 'gw-alive')];
  const client = await connect(
    secretFor(server, { account: { secret: 's3cret' }, domain: { id: '1', name: 'dmz', gateways } }),
  );
  expect((await client.frame('opened')).session.gateway).toBe('gw-alive');
});

test('when no jump host answers, the error names them all', async () => {
  const dead = await scripted({ login: () => undefined });
  dead.stop();
  const gateways = [jumpHost(dead, sshd.privateKey, 'gw-1'), jumpHost(dead, sshd.privateKey, 'gw-2')];
  const client = await connect(secretFor(sshd, { domain: { id: '1', name: 'dmz', gateways } }));
  expect(await client.frame('closed')).toMatchObject({
    reason: 'jump_host_failed',
    params: { names: 'gw-1, gw-2' },
  });
});

test('the end of a session through a jump host also ends the connection to the jump host', async () => {
  const jump = await scripted({ login: (context) => context.accept(), forward: true });
  const domain = { id: '1', name: 'dmz', gateways: [{ ...jumpHost(jump, sshd.privateKey) }] };
  const client = await connect(secretFor(sshd, { account: withKey(sshd.privateKey), domain }));
  await client.shows(PROMPT);
  expect(jump.connections()).toHaveLength(1);
  client.type('exit\r');
  expect(await client.frame('closed')).toMatchObject({ reason: 'shell_exit' });
  await eventually(() => jump.connections().length === 0);
});

test('a new host key is recorded and shown to the user', async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const secret = secretFor(server, { account: { secret: 's3cret' } });
  const client = await connect(secret);
  const notice = await client.notice('host_key_recorded');
  const recorded = fixture.core.reportedKeys.find((key) => key.asset === secret.asset.id);
  expect(recorded).toMatchObject({ address: '127.0.0.1', port: server.port, key_type: 'ssh-rsa' });
  expect(notice.params.fingerprint).toBe(recorded?.fingerprint);
  expect((await client.frame('opened')).session.host_key_fingerprint).toBe(recorded?.fingerprint);
});

test('a known host key is neither reported nor mentioned', async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const first = secretFor(server, { account: { secret: 's3cret' } });
  await (await connect(first)).shows('ready> ');
  const [known] = fixture.core.reportedKeys.filter((key) => key.asset === first.asset.id);
  const second = secretFor(server, { account: { secret: 's3cret' }, known_host_keys: [known!] });
  const client = await connect(second);
  await client.shows('ready> ');
  expect(client.frames.some((frame) => frame.type === 'notice')).toBe(false);
  expect(fixture.core.reportedKeys.some((key) => key.asset === second.asset.id)).toBe(false);
});

test('a changed host key is refused before any login attempt, and reported', async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const first = secretFor(server, { account: { secret: 's3cret' } });
  await (await connect(first)).shows('ready> ');
  const known = fixture.core.reportedKeys.find((key) => key.asset === first.asset.id)!;
  const impostor = await scripted({ login: passwordLogin('s3cret'), hostKeys: [hostKey()] });
  fixture.core.hostKeys.set(`${first.asset.id} 127.0.0.1 ${impostor.port}`, known);
  const secret = secretFor(impostor, { account: { secret: 's3cret' }, known_host_keys: [known] });
  const client = await connect({ ...secret, asset: { ...secret.asset, id: first.asset.id } });
  const closed = await client.frame('closed');
  expect(closed).toMatchObject({ reason: 'host_key_changed', params: { host: 'web-01' } });
  const reported = fixture.core.reportedKeys.at(-1);
  expect(closed.params.fingerprint).toBe(reported?.fingerprint);
  expect(reported?.fingerprint).not.toBe(known.fingerprint);
  expect(impostor.attempts).toEqual([]);
});

test('a host with several keys presents the known one', async () => {
  const rsa = hostKey();
  const server = await scripted({ login: passwordLogin('s3cret'), hostKeys: [rsa] });
  const first = secretFor(server, { account: { secret: 's3cret' } });
  await (await connect(first)).shows('ready> ');
  const known = fixture.core.reportedKeys.find((key) => key.asset === first.asset.id)!;
  const { privateKey } = sshd;
  const both = await scripted({ login: passwordLogin('s3cret'), hostKeys: [privateKey, rsa] });
  const client = await connect(secretFor(both, { account: { secret: 's3cret' }, known_host_keys: [known] }));
  await client.shows('ready> ');
  expect((await client.frame('opened')).session.host_key_fingerprint).toBe(known.fingerprint);
});

const outdated = {
  kex: ['diffie-hellman-group14-sha1' as const],
  cipher: ['aes128-cbc' as const],
  hmac: ['hmac-sha1' as const],
};

test('outdated encryption is refused, unless the platform allows old SSH versions', async () => {
  const server = await scripted({ login: passwordLogin('s3cret'), algorithms: outdated });
  const refused = await connect(secretFor(server, { account: { secret: 's3cret' } }));
  expect(await refused.frame('closed')).toMatchObject({
    reason: 'algorithms_too_old',
    params: { host: 'web-01' },
  });
  const platform = {
    name: 'Old switch',
    charset: { value: 'utf-8', label: 'UTF-8' },
    protocols: [{ name: 'ssh', port: 22, setting: { old_ssh_version: true } }],
  };
  const allowed = await connect(secretFor(server, { account: { secret: 's3cret' }, platform }));
  await allowed.shows('ready> ');
});

test("a connection token works once, and the refusal carries the server's words", async () => {
  const server = await scripted({ login: passwordLogin('s3cret') });
  const secret = secretFor(server, { account: { secret: 's3cret' } });
  const client = await connect(secret);
  await client.shows('ready> ');
  const second = await openTerminal(fixture.gateway.port, secret.id);
  expect(await second.frame('closed')).toMatchObject({
    reason: 'token_refused',
    text_key: 'gateway:closed.token_refused',
    params: { detail: 'Connection token does not exist' },
  });
});

test('an unsupported protocol, a closed port and a refused shell each have their own reason', async () => {
  const vnc = await connect(secretFor(sshd, { protocol: 'vnc' }));
  expect(await vnc.frame('closed')).toMatchObject({
    reason: 'protocol_unsupported',
    params: { protocol: 'vnc' },
  });
  const closed = await connect(secretFor({ port: 1, username: 'x' }));
  expect(await closed.frame('closed')).toMatchObject({
    reason: 'connect_failed',
    params: { host: 'web-01', detail: 'ECONNREFUSED' },
  });
  const server = await startSshServer({ login: (context) => context.accept() });
  onTestFinished(server.stop);
  const shell = await connect(secretFor(server));
  expect(await shell.frame('closed')).toMatchObject({ reason: 'shell_refused' });
});

test('an asset that sends garbage ends only its own session', async () => {
  const nonsense = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('SSH-2.0-Evil\r\n');
    socket.write(Buffer.alloc(200_000, 0xff));
  });
  await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void nonsense.close());
  const { port } = nonsense.address() as AddressInfo;
  const client = await connect(secretFor({ port, username: 'x' }));
  expect((await client.frame('closed')).reason).toBe('connect_failed');
  const good = await connect(secretFor(sshd, { account: withKey(sshd.privateKey) }));
  await good.shows(PROMPT);
});
