import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { castOf, eventually, type Fixture, secretFor, startFixture } from './gatewayFixture.ts';
import { script, startTelnetServer } from './telnetServer.ts';
import { openTerminal } from './terminalClient.ts';

const [IAC, SE, SB, WILL, DO, DONT] = [255, 240, 250, 251, 253, 254] as const;
const SECRET = 'the-stored-password';
const MB = 1024 * 1024;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const connect = async (
  serve: Parameters<typeof startTelnetServer>[0],
  setting: Record<string, unknown> = {},
  password = SECRET,
) => {
  const server = await startTelnetServer(serve);
  onTestFinished(server.stop);
  const secret = secretFor({ port: server.port, username: 'deploy' }, { account: { secret: password } });
  const { port } = server;
  const client = await openTerminal(
    fixture.gateway.port,
    fixture.core.offer({
      ...secret,
      protocol: 'telnet',
      asset: { ...secret.asset, protocols: [{ name: 'telnet', port }] },
      platform: { ...secret.platform, protocols: [{ name: 'telnet', port: 23, setting }] },
    }),
  );
  return { client, server };
};
const welcome = ['login: ', 'Password: ', '\r\nbox# '] as const;
const replay = (id: string) => eventually(() => fixture.core.sessions.get(id)?.replay);

test('a password echoed by the asset is neither shown nor recorded', async () => {
  const { client } = await connect(script('login: ', 'deploy\r\nPassword: ', `${SECRET}\r\nbox# `));
  const { session } = await client.frame('opened');
  await client.shows('box# ');
  client.send({ type: 'close' });
  await client.frame('closed');
  expect(client.text()).not.toContain(SECRET);
  expect(castOf(await replay(session.session_id)).output).not.toContain(SECRET);
});

test('a very short password is removed where it is echoed, and nowhere else', async () => {
  const { client } = await connect(
    script('login: ', 'Password: ', 'abc\r\nabc is a host\r\nbox# '),
    {},
    'abc',
  );
  const { session } = await client.frame('opened');
  await client.shows('box# ');
  client.send({ type: 'close' });
  await client.frame('closed');
  const { output } = castOf(await replay(session.session_id));
  expect(output).toContain('abc is a host');
  expect(output.split('abc')).toHaveLength(2);
});

test('prompts follow the platform, and an invalid pattern is ignored', async () => {
  const prompts = { username_prompt: 'who are you', password_prompt: '([', success_prompt: '^ready$' };
  const { client } = await connect(
    script('# not yet >\r\nWho are you? ', 'Password: ', 'a banner with # and >\r\nready\r\n'),
    prompts,
  );
  await client.frame('opened');
  await client.shows('ready');
});

test('a connection to an asset without a login is open once the prompt stays', async () => {
  const { client } = await connect(script('Switch>'));
  await client.frame('opened');
  await client.shows('Switch>');
});

test('an asset that asks again has refused the login; one that hangs up has failed to connect', async () => {
  for (const last of ['\r\nlogin failed #\r\nlogin: ', '\r\nPassword: ']) {
    const { client, server } = await connect(script('login: ', 'Password: ', last));
    expect(await client.frame('closed')).toMatchObject({ reason: 'auth_failed' });
    await eventually(() => [...server.sockets].every(({ destroyed }) => destroyed));
  }
  const { client } = await connect((socket) => void socket.end('Too many users.\r\n'));
  expect(await client.frame('closed')).toMatchObject({ reason: 'connect_failed' });
});

test('a prompt in pieces, in colour and between commands is still recognized', async () => {
  const { client } = await connect((socket) => {
    script(Buffer.alloc(0), 'Pass\u001b[1mword:\u001b[0m ', '\r\n\u001b[32mbox\u001b[0m# ')(socket);
    const parts = ['lo', Buffer.from([IAC]), Buffer.from([WILL, 1]), 'gi', 'n:', ' '];
    const next = () => {
      const part = parts.shift();
      if (part !== undefined && socket.write(part)) setTimeout(next, 5);
    };
    next();
  });
  await client.frame('opened');
  await client.shows('box');
});

test('Telnet commands inside the output are not shown, and doubled bytes are shown once', async () => {
  const heard: (() => Buffer)[] = [];
  const { client } = await connect((socket, replies) => {
    heard.push(replies);
    script(...welcome, Buffer.from([65, IAC, 241, 66, 13, 0, 67, IAC, SB, 99, 1, 2, IAC, SE, 68]))(socket);
  });
  await client.frame('opened');
  await client.shows('box# ');
  client.type('x\r');
  await client.shows('AB\rCD');
  expect(client.text()).not.toContain('\0');
  expect(heard[0]?.().toString('latin1')).toContain(`deploy\r\0${SECRET}\r\0x\r\0`);
});

test.each([
  ['an endless stream of commands', [IAC, 241]],
  ['an endless subnegotiation', [IAC, SB, 24, 7], [7]],
  ['an endless negotiation', [IAC, DO, 31, IAC, DONT, 31]],
  ['endless terminal type requests', [IAC, SB, 24, 1, IAC, SE]],
])('%s ends the session, not the gateway', async (_name, first, more = first) => {
  const { client } = await connect((socket) => {
    script(...welcome)(socket);
    socket.on('data', (data: Buffer) => {
      if (!data.includes(Buffer.from('go'))) return;
      socket.write(Buffer.from([IAC, DO, 24, ...first]));
      const chunk = Buffer.alloc(more.length * 10_000, Buffer.from(more));
      const flood = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', flood);
      flood();
    });
  });
  await client.frame('opened');
  client.type('go');
  expect(await client.frame('closed')).toMatchObject({ reason: 'target_gone' });
});

test('an asset that requests options without end is cut off after few replies', async () => {
  const replies: (() => Buffer)[] = [];
  const { client } = await connect((socket, heard) => {
    replies.push(heard);
    const everything = Array.from({ length: 256 }, (_, option) => [
      IAC,
      DO,
      option,
      IAC,
      WILL,
      option,
    ]).flat();
    for (let round = 0; round < 20; round += 1) socket.write(Buffer.from(everything));
    script(...welcome)(socket);
  });
  // 512 requested options are more than any terminal needs.
  expect(await client.frame('closed')).toMatchObject({ reason: 'connect_failed' });
  expect(replies[0]?.().length).toBeLessThan(4_096);
});

test('an endless banner without a question ends the login', async () => {
  const { client } = await connect((socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024, '####\r\n')));
    };
    socket.on('drain', flood);
    flood();
  });
  expect(await client.frame('closed')).toMatchObject({ reason: 'connect_failed' });
});

test('a flood of output pauses the asset instead of filling memory', async () => {
  let sent = 0;
  const { client } = await connect((socket) => {
    script(...welcome)(socket);
    socket.on('data', (data: Buffer) => {
      if (!data.includes(Buffer.from('go'))) return;
      const flood = () => {
        while (sent < 200 * MB && socket.write(Buffer.alloc(64 * 1024, 'x'))) sent += 64 * 1024;
      };
      socket.on('drain', flood);
      flood();
    });
  });
  await client.frame('opened');
  await client.shows('box# ');
  client.stopAcks();
  client.type('go');
  await eventually(() => sent > MB);
  let before = -1;
  await eventually(() => {
    const isStill = before === sent;
    before = sent;
    return isStill;
  });
  expect(sent).toBeLessThan(32 * MB);
  client.send({ type: 'close' });
});
