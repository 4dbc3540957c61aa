import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { VISITOR_HEADER } from '@gatehouse/contract/wire/gateway.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { visitorMark } from '../connect/visitor.ts';
import { splice } from './splice.ts';

let gateway: Server;
let server: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
let base: string;
const heard: Record<string, unknown>[] = [];

beforeAll(async () => {
  gateway = createServer((request, response) => {
    const { method, url, headers } = request;
    const { 'x-forwarded-for': forwarded, 'content-length': length, [VISITOR_HEADER]: visitor } = headers;
    heard.push({ method, url, forwarded, length, visitor, names: Object.keys(headers) });
    response.end('from the gateway');
  });
  new WebSocketServer({ server: gateway }).on('connection', (socket, request) => {
    const { 'x-forwarded-for': forwarded, [VISITOR_HEADER]: visitor } = request.headers;
    heard.push({ url: request.url, forwarded, visitor, names: Object.keys(request.headers) });
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  server = await startServer({ GATEHOUSE_GATEWAY_URL: `http://127.0.0.1:${port}` });
  browser = await server.admin();
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop();
  gateway.closeAllConnections();
  gateway.close();
});

const cookie = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const open = (headers: Record<string, string>) => {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/koko/ws/terminal/?a=1`, { headers });
  return new Promise<WebSocket | number>((resolve) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => resolve(0));
  });
};

test('a terminal is proxied byte for byte, text and binary, large and small', async () => {
  const socket = (await open({ cookie: cookie(), 'x-forwarded-for': '6.6.6.6' })) as WebSocket;
  const echo = (data: string | Buffer) =>
    new Promise<Buffer>((resolve) => {
      socket.once('message', (back: Buffer) => resolve(back));
      socket.send(data);
    });
  expect((await echo('héllo')).toString()).toBe('héllo');
  const large = Buffer.alloc(512 * 1024, 7);
  expect((await echo(large)).equals(large)).toBe(true);
  // The client's own forwarding headers are not trusted.
  expect(heard.at(-1)).toMatchObject({ url: '/koko/ws/terminal/?a=1', forwarded: '127.0.0.1' });
  socket.close();
});

test('the gateway can only be reached after signing in', async () => {
  const before = heard.length;
  expect(await open({})).toBe(401);
  expect((await fetch(`${base}/koko/`)).status).toBe(401);
  expect(heard).toHaveLength(before);
});

test('the gateway learns the user from a mark that only the server can make, whatever the client claims', async () => {
  const added = await browser.post('/api/v1/users/users/', {
    name: 'Ann',
    username: 'ann',
    email: 'ann@example.com',
    password_strategy: 'custom',
    password: 'Right-password-1',
  });
  const ann = (added.json as { id: string }).id;
  const { id: admin } = (await browser.get('/api/v1/users/profile/')).json as { id: string };
  const own = visitorMark({ user: admin, address: '127.0.0.1' }, server.services.vault);
  expect([own, own.includes(admin)]).toEqual([
    expect.stringMatching(/^[\w-]{43};127\.0\.0\.1;[\w-]{43}$/),
    false,
  ]);
  const forged = visitorMark({ user: ann }, server.services.vault);
  const claims: Record<string, string>[] = [
    {},
    { [VISITOR_HEADER]: forged },
    { 'X-Gatehouse-Visitor': forged },
  ];
  for (const claim of claims) {
    ((await open({ cookie: cookie(), ...claim })) as WebSocket).terminate();
    expect(heard.at(-1)).toMatchObject({ url: '/koko/ws/terminal/?a=1', visitor: own });
    await (await fetch(`${base}/koko/x/`, { headers: { cookie: cookie(), ...claim } })).text();
    expect(heard.at(-1)).toMatchObject({ url: '/koko/x/', visitor: own });
  }
});

/** Sends text over a connection of its own; returns what arrives until 300 ms after the first answer. */
const sendRaw = async (text: string): Promise<string> => {
  const { port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  socket.write(text);
  await expect.poll(() => answer).toContain('HTTP/1.1');
  await sleep(300);
  return answer;
};
const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

test.each([
  ['a request that is no upgrade', upgrade + key],
  ['an upgrade the gateway refuses', `${upgrade}Connection: Upgrade\r\n`],
])(
  'a second request behind %s does not reach the gateway with headers of the client',
  async (_what, head) => {
    const before = heard.length;
    const behind = `GET /koko/hidden/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 6.6.6.6\r\n${VISITOR_HEADER}: forged\r\n\r\n`;
    await sendRaw(
      `GET /koko/ws/terminal/ HTTP/1.1\r\nHost: x\r\nCookie: ${cookie()}\r\n${head}\r\n${behind}`,
    );
    expect(heard.slice(before).filter(({ url }) => url === '/koko/hidden/')).toEqual([]);
  },
);

test('bytes of a client reach the gateway only once it has agreed to the upgrade', async () => {
  const received: string[] = [];
  // A gateway that keeps reading from the connection after a refusal.
  const stubborn = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk.toString('latin1'));
      if (received.length === 1) socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
    });
  });
  onTestFinished(() => void stubborn.close());
  await new Promise<void>((resolve) => stubborn.listen(0, '127.0.0.1', resolve));
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    url: '/koko/ws/terminal/',
  });
  const front = createTcpServer((client) => {
    void splice(request, client, [`http://127.0.0.1:${(stubborn.address() as AddressInfo).port}`], {
      said: {},
      withheld: [],
    });
  });
  onTestFinished(() => void front.close());
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const client = connect((front.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  let answer = '';
  client.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  client.write('GET /koko/hidden/ HTTP/1.1\r\n\r\n');
  await once(client, 'close');
  expect(answer).toContain('404');
  expect(received.join('')).not.toContain('hidden');
});

test('opening sockets without end is rate limited', async () => {
  const own = await startServer({
    GATEHOUSE_GATEWAY_URL: server.config.GATEHOUSE_GATEWAY_URL,
    GATEHOUSE_LIMIT_SOCKETS: '2',
  });
  const { cookies } = await own.admin();
  const { port } = new URL(await own.app.listen({ host: '127.0.0.1', port: 0 }));
  const knock = () => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/koko/ws/terminal/`, { headers });
    return new Promise<unknown>((resolve) => {
      socket.on('open', () => resolve('open'));
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (_request, { statusCode, headers }) =>
        resolve([statusCode, Number(headers['retry-after']) > 0]),
      );
    });
  };
  expect([await knock(), await knock(), await knock()]).toEqual(['open', 'open', [429, true]]);
  await own.stop();
});

test('an empty body declared as JSON is proxied to a gateway, and parsed elsewhere', async () => {
  const token = browser.cookies.get('jms_csrftoken') ?? '';
  const send = (path: string) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { cookie: cookie(), 'content-type': 'application/json', 'x-csrftoken': token, origin: base },
    });
  const passed = await send('/koko/anything/');
  expect([passed.status, await passed.text()]).toEqual([200, 'from the gateway']);
  expect(heard.at(-1)).toMatchObject({ method: 'POST', url: '/koko/anything/', length: '0' });
  const own = await send('/api/v1/users/groups/');
  expect([own.status, await own.json()]).toEqual([400, { name: [expect.any(String)] }]);
});

test('a gateway gets none of the credentials a request carries', async () => {
  const token = browser.cookies.get('jms_csrftoken') ?? '';
  const credentials = { cookie: cookie(), 'x-csrftoken': token, authorization: 'Bearer unknown' };
  const { authorization: _bearer, ...own } = credentials;
  ((await open(own)) as WebSocket).terminate();
  const socket = heard.at(-1);
  await (await fetch(`${base}/koko/health/`, { headers: own })).text();
  for (const { names } of [socket, heard.at(-1)] as { names: string[] }[]) {
    expect(names).toContain(VISITOR_HEADER);
    for (const name of Object.keys(credentials)) expect(names).not.toContain(name);
  }
});

test('requests are proxied too, and an unreachable gateway is reported', async () => {
  const answer = await fetch(`${base}/koko/health/?x=1`, { headers: { cookie: cookie() } });
  expect(await answer.text()).toBe('from the gateway');
  expect(heard.at(-1)).toMatchObject({ url: '/koko/health/?x=1' });
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  const silent = await fetch(`${base}/koko/`, { headers: { cookie: cookie() } });
  expect([silent.status, await silent.json()]).toEqual([
    502,
    expect.objectContaining({ code: 'gateway_unreachable' }),
  ]);
  expect(await open({ cookie: cookie() })).toBe(502);
});
