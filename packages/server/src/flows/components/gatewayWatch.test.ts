import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import type { Database } from '../../platform/database.ts';
import { createGatewayWatch } from './gatewayWatch.ts';

type Wire = { [field: string]: unknown };
const terminal = '/api/v1/terminal/';

let api: Awaited<ReturnType<typeof startApi>>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
let own: string;
beforeAll(async () => {
  api = await startApi();
  gateway = await registerComponent(api, '[KoKo]-watched');
  const { rows } = await api.pool.query("select id from terminal_terminal where name = '[KoKo]-watched'");
  own = rows[0].id;
});
beforeEach(() => api.pool.query('update terminal_session set is_finished = true'));
afterAll(() => api.stop());

/** Starts a gateway whose process answers; returns its address and how to stop it. */
const living = async (): Promise<{ address: string; kill: () => void }> => {
  const http: Server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const kill = () => {
    http.closeAllConnections();
    http.close();
  };
  onTestFinished(kill);
  return { address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, kill };
};
const beat = (address: string, sessions: string[], date_started = '2020-01-01T00:00:00.000Z') =>
  gateway.post(`${terminal}terminals/status/`, {
    sessions,
    session_online: sessions.length,
    gateway: { address, protocols: ['ssh'] },
    date_started,
  });
const session = async (id: string) =>
  (await api.as({ superuser: true }).get(`${terminal}sessions/${id}/`)).json as Wire;
const isFinished = async (id: string) => (await session(id)).is_finished;
const story = async (id: string) =>
  (
    (await api.as({ superuser: true }).get(`/api/v1/audits/activities/?resource_id=${id}`)).json as Wire[]
  ).map(({ content }) => content);
/** The watch of one server, at the pace of a test. */
const server = () => {
  const watch = createGatewayWatch({ db: api.services.db, pace: { everyMs: 100, graceMs: 100 } });
  const failures: unknown[] = [];
  watch.start((error) => failures.push(error));
  onTestFinished(async () => {
    await watch.stop();
    expect(failures).toEqual([]);
  });
  return watch;
};
const silence = 2_000;
const rounds = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('the sessions of a gateway that died end within five seconds, and are marked', async () => {
  const { address, kill } = await living();
  const [serverA, serverB] = [server(), server()];
  const gone = serverA.connected(own);
  const id = await gateway.session();
  await beat(address, [id]);
  await rounds(silence + 600);
  expect(await isFinished(id)).toBe(false);
  const at = Date.now();
  kill();
  gone();
  await expect.poll(() => isFinished(id), { timeout: 5_000 }).toBe(true);
  expect(Date.now() - at).toBeLessThan(5_000);
  expect(serverB).toBeDefined();
  const ended = await session(id);
  expect(ended).toMatchObject({ error_reason: { value: 'gateway_lost', label: 'Gateway lost' } });
  expect(Math.abs(Date.parse(String(ended.date_end)) - at)).toBeLessThan(2_500);
  expect((await story(id)).filter((line) => String(line).includes('gateway'))).toEqual([
    'The gateway stopped working and the session ended',
  ]);
});

test('a gateway whose server died keeps its sessions, though no server hears from it', async () => {
  const { address } = await living();
  const id = await gateway.session();
  await beat(address, [id]);
  server();
  await rounds(silence + 800);
  expect(await isFinished(id)).toBe(false);
});

test('a gateway connected to another server keeps its sessions, even where this one cannot reach it', async () => {
  const id = await gateway.session();
  await beat('http://127.0.0.1:9', [id]);
  const [watcher] = [server(), server()];
  watcher.connected(own);
  await rounds(silence + 800);
  expect(await isFinished(id)).toBe(false);
});

test('a gateway that was only out of reach gets its sessions back with its next heartbeat', async () => {
  const id = await gateway.session();
  await beat('http://127.0.0.1:9', [id]);
  server();
  await expect.poll(() => isFinished(id)).toBe(true);
  await beat('http://127.0.0.1:9', [id]);
  expect(await session(id)).toMatchObject({
    is_finished: false,
    date_end: null,
    error_reason: { value: '' },
  });
  expect(await story(id)).toContain('The gateway was unreachable; the session continues');
});

test('a session that ended by itself stays finished, whatever a late heartbeat says', async () => {
  const id = await gateway.session();
  await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true });
  await beat('http://127.0.0.1:9', [id]);
  expect(await isFinished(id)).toBe(true);
});

test('a server writes nothing while no gateway connected to it has a session', async () => {
  const statements: string[] = [];
  const rows = async (query: SQL) => {
    statements.push(new PgDialect().sqlToQuery(query).sql);
    return [];
  };
  const watch = createGatewayWatch({
    db: { rows } as unknown as Database,
    pace: { everyMs: 1, graceMs: 1 },
  });
  watch.connected(own);
  watch.start(() => undefined);
  await expect.poll(() => statements.length).toBeGreaterThan(3);
  await watch.stop();
  expect(statements.filter((statement) => !statement.startsWith('select'))).toEqual([]);
});

test('the first heartbeat of a restarted gateway ends the sessions of its previous process, and no others', async () => {
  const before = await gateway.session({ date_start: '2026-01-01T10:00:00.000Z' });
  const after = await gateway.session({ date_start: '2026-01-01T10:00:05.000Z' });
  const ofAnother = await (await registerComponent(api, '[KoKo]-other')).session({
    date_start: '2026-01-01T10:00:00.000Z',
  });
  const command = {
    user: 'u',
    asset: 'a',
    account: 'c',
    input: 'id',
    output: '',
    session: before,
    org_id: DEFAULT_ORG_ID,
  };
  await beat('http://127.0.0.1:9', [after], '2026-01-01T10:00:03.000Z');
  expect(await session(before)).toMatchObject({
    is_finished: true,
    error_reason: { value: 'gateway_lost' },
  });
  expect([await isFinished(after), await isFinished(ofAnother)]).toEqual([false, false]);
  // The end reported by the gateway replaces the assumed one; the activity log keeps the earlier entry.
  await gateway.patch(`${terminal}sessions/${before}/`, {
    is_finished: true,
    date_end: '2026-01-01T10:00:02.000Z',
    has_replay: true,
  });
  expect(
    (await gateway.post(`${terminal}commands/`, [{ ...command, timestamp: 1_700_000_000 }])).status,
  ).toBe(201);
  expect(await session(before)).toMatchObject({
    is_finished: true,
    has_replay: true,
    command_amount: 1,
    error_reason: { value: '' },
  });
  expect(await story(before)).toContain('The gateway stopped working and the session ended');
  await beat('http://127.0.0.1:9', [before]);
  expect(await isFinished(before)).toBe(true);
});
