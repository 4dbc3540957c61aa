import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { estateOf } from '../../../test/estate.ts';
import { createMfaPeople, password } from '../../../test/mfa.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let base: string;
beforeAll(async () => {
  server = await startServer();
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await server.admin();
});
afterAll(() => server.stop());

const cookieOf = (browser: Browser | undefined) =>
  [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

/** Opens the tools with a browser's cookies and sends one frame. */
const open = (browser: Browser | undefined, frame: unknown, headers: Record<string, string> = {}) => {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws/setting/tools/`, {
    headers: { cookie: cookieOf(browser), ...headers },
  });
  socket.on('open', () => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)));
  socket.on('error', () => undefined);
  return socket;
};

/** What a run said until its end, or the status with which it was refused. */
const use = (...args: Parameters<typeof open>) =>
  new Promise<string | number>((resolve) => {
    const socket = open(...args);
    let said = '';
    socket.on('message', (data) => {
      said += (JSON.parse(String(data)) as { msg: string }).msg;
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('close', () => resolve(said));
  });

test('one request in, lines of text out, a blank line and the end of the connection', async () => {
  const port = Number(new URL(base).port);
  const said = await use(admin, { tool_type: 'Telnet', dest_ips: '127.0.0.1', dest_port: port });
  expect(said).toMatch(
    new RegExp(`^Addresses: 1\r\n\r\n127.0.0.1:${port} is open \\(\\d+ ms\\)\r\n\r\n127.0.0.1: ok\r\n\r\n$`),
  );
  const logs = (await admin.get('/api/v1/audits/operate-logs/?limit=1&search=telnet')).json as {
    results: { resource: string; resource_type: string; user: string }[];
  };
  expect(logs.results).toMatchObject([
    { resource: 'telnet 127.0.0.1', resource_type: 'System tools', user: 'Administrator(admin)' },
  ]);
});

test.each([
  ['en', /^127.0.0.1:\d+ is open \(\d+ ms\)$/m],
  ['ja', /^127.0.0.1:\d+ は開いています（\d+ ms）$/m],
  ['zh-hans', /^127.0.0.1:\d+ 已开放（\d+ 毫秒）$/m],
  ['zh-hant', /^127.0.0.1:\d+ 已開放（\d+ 毫秒）$/m],
])(
  'B-8-014 telnet tells the result of its test in the language of the user: %s',
  async (language, sentence) => {
    // It hangs up at once, so that no greeting is waited for.
    const mute = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const frame = { tool_type: 'telnet', dest_ips: '127.0.0.1', dest_port: port };
    const cookie = `${cookieOf(admin)}; django_language=${language}`;
    expect(String(await use(admin, frame, { cookie })).replaceAll('\r', '')).toMatch(sentence);
    mute.close();
  },
);

test.each([
  ['no JSON', '{', 'The request cannot be read.'],
  ['a list', [], 'The request cannot be read.'],
  ['a request that is too long', `{"dest_ips":"${'1'.repeat(20_000)}"}`, 'The request cannot be read.'],
  [
    'wrong fields',
    { tool_type: 'ping', timeout: 0, count: 'x' },
    'Cannot be used as entered: Destination, Timeout, Packets',
  ],
  [
    'an unknown field',
    { tool_type: 'ping', dest_ips: '10.0.0.1', flood: 1 },
    'Cannot be used as entered: flood',
  ],
  [
    'B-5-031 a port that cannot be',
    { tool_type: 'telnet', dest_ips: '127.0.0.1', dest_port: 65_536 },
    'Cannot be used as entered: Port',
  ],
  ['refused addresses', { tool_type: 'ping', dest_ips: '169.254.169.254' }, 'There is no address to ask.'],
])('%s is answered with a sentence', async (_what, frame, sentence) => {
  expect(await use(admin, frame)).toContain(`${sentence}\r\n`);
});

test('A-6-037 the tools need their permission and a page of this site; packets are for administrators', async () => {
  const id = await createMfaPeople(server).addUser(admin, 'nora');
  const nora = await server.browserOf('nora', password);
  expect(await use(undefined, {})).toBe(401);
  expect(await use(admin, {}, { origin: 'https://evil.example' })).toBe(403);
  expect(await use(nora, {})).toBe(403);
  const estate = estateOf(server.pool);
  const role = await estate.insert('rbac_role', {
    name: 'Network',
    scope: 'org',
    codenames: ['rbac.view_systemtools'],
    builtin: false,
    created_by: 'System',
    updated_by: 'System',
    comment: '',
  });
  await estate.insert('rbac_rolebinding', { user: id, role, scope: 'org', org: DEFAULT_ORG_ID });
  expect(await use(nora, { tool_type: 'nmap' })).toContain('Cannot be used as entered: Destination');
  expect(await use(nora, { tool_type: 'tcpdump' })).toContain(
    'only to users who may view the system settings',
  );
});

test('a user runs two tools at a time, and closing the page stops them', async () => {
  const slow = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  const taken: Socket[] = [];
  slow.on('connection', (socket) => taken.push(socket));
  const asked = { tool_type: 'telnet', dest_ips: '127.0.0.1-64', dest_port: port };
  const pages = [open(admin, asked), open(admin, asked)];
  await expect.poll(() => taken.length).toBeGreaterThanOrEqual(2);
  expect(await use(admin, asked)).toContain('at most 2 for one user, 10 altogether');
  for (const page of pages) page.close();
  await expect
    .poll(() => use(admin, { tool_type: 'telnet', dest_ips: '127.0.0.1', dest_port: 1 }))
    .toContain('ECONNREFUSED');
  for (const socket of taken) socket.destroy();
  slow.close();
});
