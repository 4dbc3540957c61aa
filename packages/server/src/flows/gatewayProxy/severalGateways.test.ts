import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startServer } from '../../../test/signedIn.ts';

type Gateway = { terminal: string; name: string; address: string; http: Server };

let server: Awaited<ReturnType<typeof startServer>>;
let cookie: string;
let base: string;
let [gatewayA, gatewayB, gatewayC]: Gateway[] = [];
const cookies: (string | undefined)[] = [];

const register = async (name: string, protocols: string[]): Promise<Gateway> => {
  const http = createServer();
  new WebSocketServer({ server: http }).on('connection', (socket, request) => {
    cookies.push(request.headers.cookie);
    socket.send(name);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const terminal = randomUUID();
  await server.pool.query(
    `insert into terminal_terminal (id, name, type, remote_addr, command_storage, replay_storage, is_deleted, comment, date_created)
     values ($1, $2, 'koko', '127.0.0.1', 'default', 'default', false, '', now())`,
    [terminal, name],
  );
  await server.pool.query(
    'insert into terminal_gateway (terminal, address, protocols) values ($1, $2, $3::jsonb)',
    [terminal, address, JSON.stringify(protocols)],
  );
  return { terminal, name, address, http };
};
const sessionOn = async ({ terminal }: Gateway): Promise<string> => {
  const id = randomUUID();
  await server.pool.query(
    `insert into terminal_session (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, type, login_from,
       terminal, date_start, command_amount, is_success, is_finished, is_locked, has_replay, has_command, error_reason, comment)
     values ($1, $2, 'u', 'u', 'a', 'a', 'c', 'c', 'ssh', 'normal', 'WT', $3, now(), 0, true, false, false, false, false, '', '')`,
    [id, DEFAULT_ORG_ID, terminal],
  );
  return id;
};
const tokenFor = async (protocol: string): Promise<string> => {
  const id = randomUUID();
  await server.pool.query(
    `insert into authentication_connectiontoken (id, org_id, value, user_display, asset_display, account, input_username, protocol,
       connect_method, connect_options, actions, is_active, is_reusable, date_expired, created_by, updated_by)
     values ($1::uuid, $2, $1::uuid::text, 'u', 'a', 'root', '', $3, 'web_cli', '{}', 1, true, false, now() + interval '5 minutes', '', '')`,
    [id, DEFAULT_ORG_ID, protocol],
  );
  return id;
};
/** The name of the gateway that answered, or the status of the refusal. */
const reach = (path: string) => {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/koko/ws/${path}`, { headers: { cookie } });
  return new Promise<string>((resolve) => {
    socket.on('message', (data) => {
      socket.terminate();
      resolve(data.toString());
    });
    socket.on('unexpected-response', (_request, { statusCode }) => resolve(String(statusCode)));
    socket.on('error', () => undefined);
  });
};

beforeAll(async () => {
  server = await startServer();
  const browser = await server.admin();
  cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  gatewayA = await register('one', ['ssh']);
  gatewayB = await register('two', ['ssh', 'telnet']);
  gatewayC = await register('three', ['ssh']);
});
afterAll(async () => {
  await server.stop();
  for (const gateway of [gatewayA, gatewayB, gatewayC]) {
    gateway?.http.closeAllConnections();
    gateway?.http.close();
  }
});

test('a reconnecting window and a watching one reach the gateway of their session', async () => {
  for (const gateway of [gatewayA, gatewayB, gatewayC] as Gateway[]) {
    const id = await sessionOn(gateway);
    expect(await reach(`terminal/?session=${id}`)).toBe(gateway.name);
    expect(await reach(`monitor/?session=${id}`)).toBe(gateway.name);
  }
});

test('no gateway gets the cookie of the web session', async () => {
  const id = await sessionOn(gatewayA as Gateway);
  await reach(`terminal/?session=${id}`);
  expect(cookies.at(-1)).toBeUndefined();
  await reach(`monitor/?session=${id}`);
  expect(cookies.at(-1)).toBeUndefined();
  expect(cookies.length).toBeGreaterThanOrEqual(2);
});

test('new connections take turns among the gateways that open their protocol', async () => {
  const telnet = await tokenFor('telnet');
  for (let times = 0; times < 5; times += 1) expect(await reach(`terminal/?token=${telnet}`)).toBe('two');
  const ssh = await tokenFor('ssh');
  await expect.poll(() => reach(`terminal/?token=${ssh}`)).toBe('one');
  await expect.poll(() => reach(`terminal/?token=${ssh}`)).toBe('three');
});

test('a stopped gateway gets no new connections, and its sessions are not sent to another', async () => {
  const gone = gatewayC as Gateway;
  const id = await sessionOn(gone);
  gone.http.closeAllConnections();
  await new Promise((resolve) => gone.http.close(resolve));
  const ssh = await tokenFor('ssh');
  for (let times = 0; times < 12; times += 1)
    expect(['one', 'two']).toContain(await reach(`terminal/?token=${ssh}`));
  expect(await reach(`terminal/?session=${id}`)).toBe('502');
  await server.pool.query(`update terminal_gateway set date_seen = now() - interval '2 minutes'`);
  expect(await reach(`terminal/?token=${ssh}`)).toBe('502');
});
