import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { selfSigned } from '../../../../../scripts/servers/selfSigned.ts';
import { startApi } from '../../../test/api.ts';
import type { Database } from '../../platform/database.ts';
import { createAuditStream, streamTarget } from './auditStream.ts';
import type { AuditEvent } from './event.ts';
import { holdStream, streamState, takeEvents, trimOutbox } from './outbox.ts';

const SETTINGS = '/api/v1/settings/setting/?category=audit_stream';
const TEST = '/api/v1/settings/audit-stream/testing/';
const STATE = '/api/v1/settings/audit-stream/state/';
const quick = { everyMs: 20, provenMs: 100, ahead: 20_000 };

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterEach(() => api.pool.query('truncate audits_outbox, audits_stream restart identity'));
afterAll(() => api.stop());

type Event = { number: number; kind: string; event: Record<string, unknown> };

/** A receiver of JSON lines that keeps what it got. */
const receiver = async (server: Server = createServer(), { port = 0, event = 'connection' } = {}) => {
  const sockets = new Set<Socket>();
  let text = '';
  server.on(event, (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const close = () => {
    cut();
    return new Promise<void>((done) => server.close(() => done()));
  };
  onTestFinished(close);
  const events = (): Event[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Event);
  return { port: (server.address() as AddressInfo).port, text: () => text, events, cut, close };
};

const owner = () => api.as({ superuser: true });
const turnOn = async (port: number, more = {}) => {
  const body = {
    AUDIT_STREAM_ENABLED: true,
    AUDIT_STREAM_HOST: '127.0.0.1',
    AUDIT_STREAM_PORT: port,
    AUDIT_STREAM_TLS: false,
    AUDIT_STREAM_FORMAT: 'json',
    ...more,
  };
  expect((await owner().patch(SETTINGS, body)).status).toBe(200);
};
const stream = (more: { most?: number; db?: Database; pace?: typeof quick } = {}) => {
  const failed = vi.fn();
  const { unhurried, settings } = api.services;
  const { db = unhurried } = more;
  const one = createAuditStream({ pace: quick, ...more, db, settings });
  one.start(failed);
  onTestFinished(async () => {
    await one.stop();
    expect(failed).not.toHaveBeenCalled();
  });
  return one;
};
const signIns = (from: number, to: number) =>
  api.pool.query(
    `insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, backend, status, datetime)
      select gen_random_uuid(), 'user-' || n, 'W', '10.0.0.1', '', '', 0, '', '', true, now() from generate_series($1::int, $2::int) n order by n`,
    [from, to],
  );
const usernames = (events: readonly Event[]) =>
  events.filter(({ kind }) => kind === 'login_log').map(({ event }) => event.username);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `user-${from + at}`);

test('events of every kind arrive in order, numbered without a gap, without search texts', async () => {
  const to = await receiver();
  await turnOn(to.port);
  stream();
  await signIns(1, 1200);
  await api.pool.query(`insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp)
    values (gen_random_uuid(), 'Ann(ann)', 'web-1', 'root(root)', 'ls', '', 's', 0, 1)`);
  await expect.poll(() => usernames(to.events()).length).toBe(1200);
  expect(usernames(to.events())).toEqual(range(1, 1200));
  await expect.poll(() => to.events().at(-1)?.kind).toBe('session_command_log');
  const events = to.events();
  expect(events.map(({ number }) => number)).toEqual(events.map((_, at) => at + 1));
  // Switching the stream on is an operation itself.
  expect(events[0]).toMatchObject({ kind: 'operation_log', event: { resource_key: expect.any(String) } });
  expect(events.at(-1)?.event).toMatchObject({ input: 'ls', asset: 'web-1' });
  expect(to.text()).not.toContain('search_text');
  await expect.poll(async () => (await api.pool.query('select 1 from audits_outbox')).rowCount).toBe(0);
});

test('what a broken connection may have lost is sent again with its numbers, and nothing is left out', async () => {
  const to = await receiver();
  await turnOn(to.port);
  stream();
  await signIns(1, 50);
  await expect.poll(() => usernames(to.events()).length).toBe(50);
  to.cut();
  await signIns(51, 60);
  await expect.poll(() => usernames(to.events()).at(-1)).toBe('user-60');
  const byNumber = new Map(to.events().map((event) => [event.number, event]));
  expect(usernames([...byNumber.values()])).toEqual(range(1, 60));
  expect([...byNumber.keys()]).toEqual([...byNumber.keys()].map((_, at) => at + 1));
});

test('while the receiver is away events wait and the state says why; afterwards they arrive', async () => {
  const first = await receiver();
  const { port } = first;
  await first.close();
  await turnOn(port);
  stream();
  await signIns(1, 3);
  const auditor = api.as({ permissions: ['settings.change_systemmsgsubscription'] });
  await expect
    .poll(async () => (await auditor.get(STATE)).json)
    .toMatchObject({ waiting: 4, sent: 0, error: expect.stringContaining('ECONNREFUSED') });
  expect(await streamState(api.services.db, 2)).toMatchObject({ waiting: 3, most: 2 });
  const again = await receiver(createServer(), { port });
  await expect.poll(() => usernames(again.events())).toEqual(range(1, 3));
  await expect
    .poll(async () => (await auditor.get(STATE)).json)
    .toMatchObject({ waiting: 0, sent: 4, error: '' });
});

test('of two servers one sends, and the other takes over when it stops', async () => {
  const to = await receiver();
  await turnOn(to.port);
  const one = stream();
  stream();
  await signIns(1, 20);
  await expect.poll(() => usernames(to.events()).length).toBe(20);
  await one.stop();
  await signIns(21, 40);
  await expect.poll(() => new Set(usernames(to.events())).size).toBe(40);
  const numbers = to.events().map(({ number }) => number);
  expect(new Set(numbers).size).toBe(Math.max(...numbers));
});

/** A database whose statements can be held up, as those of a server that hangs. */
const heldDatabase = () => {
  const { unhurried } = api.services;
  let gate: PromiseWithResolvers<void> | undefined;
  let running = 0;
  const db: Database = {
    ...unhurried,
    rows: async (...statement) => {
      await gate?.promise;
      running += 1;
      try {
        return await unhurried.rows(...statement);
      } finally {
        running -= 1;
      }
    },
  };
  /** Statements that have begun come to their end; none begins any more. */
  const hold = async () => {
    gate = Promise.withResolvers();
    await expect.poll(() => running).toBe(0);
  };
  const release = () => gate?.resolve();
  onTestFinished(release);
  return { db, hold, release };
};

test('what another server took and did not send, because it died, is sent by a server that hung meanwhile', async () => {
  const to = await receiver();
  await turnOn(to.port);
  const { db, hold, release } = heldDatabase();
  stream({ db });
  await signIns(1, 5);
  await expect.poll(() => usernames(to.events()).length).toBe(5);
  await hold();
  const expire = () => api.pool.query("update audits_stream set held_until = now() - interval '1 second'");
  await expire();
  await signIns(6, 10);
  const { unhurried } = api.services;
  expect(await holdStream('dies', unhurried)).toBeTruthy();
  // Events wait for transactions that began earlier, those of tests on other databases of the same server included.
  const taken: AuditEvent[] = [];
  await expect
    .poll(async () => {
      taken.push(...(await takeEvents('dies', 500, unhurried)));
      return taken.length;
    })
    .toBe(5);
  expect(usernames(taken.map((event) => ({ ...event, event: event.body })))).toEqual(range(6, 10));
  await expire();
  release();
  await signIns(11, 15);
  await expect.poll(() => usernames(to.events()).at(-1)).toBe('user-15');
  const byNumber = new Map(to.events().map((event) => [event.number, event]));
  expect(usernames([...byNumber.values()].sort((one, other) => one.number - other.number))).toEqual(
    range(1, 15),
  );
});

test('what is sent again is read in parts, however much it is', async () => {
  const to = await receiver();
  await turnOn(to.port);
  await signIns(1, 1200);
  const { unhurried } = api.services;
  await holdStream('dies', unhurried);
  while ((await takeEvents('dies', 500, unhurried)).length > 0);
  await api.pool.query("update audits_stream set held_until = now() - interval '1 second'");
  const read: number[] = [];
  const rows: Database['rows'] = async (...statement) => {
    const found = await unhurried.rows(...statement);
    read.push(found.length);
    return found as never;
  };
  stream({ db: { ...unhurried, rows } });
  await expect.poll(() => usernames(to.events()).length).toBe(1200);
  expect(usernames(to.events())).toEqual(range(1, 1200));
  expect(Math.max(...read)).toBe(500);
});

test('no more events are on their way than can be sent again at once', async () => {
  const to = await receiver();
  await turnOn(to.port);
  await signIns(1, 2100);
  const sent = async () => Number((await api.pool.query('select last from audits_stream')).rows[0]?.last);
  const slow = stream({ pace: { ...quick, provenMs: 60_000, ahead: 1_000 } });
  await expect.poll(() => to.events().length).toBe(1_000);
  await sleep(200);
  expect([to.events().length, await sent()]).toEqual([1_000, 1_000]);
  await slow.stop();
  stream({ pace: { ...quick, ahead: 1_000 } });
  await expect.poll(() => usernames(to.events()).at(-1)).toBe('user-2100');
  expect(new Set(to.events().map(({ number }) => number)).size).toBe(2_101);
});

test('a server whose turn has passed takes no events: they would be forgotten with those of the next', async () => {
  await turnOn(1);
  await signIns(1, 3);
  const { unhurried } = api.services;
  expect(await holdStream('slow', unhurried)).toBeTruthy();
  await api.pool.query("update audits_stream set held_until = now() - interval '1 second'");
  expect(await holdStream('next', unhurried)).toBeTruthy();
  await expect
    .poll(async () => {
      expect(await takeEvents('slow', 500, unhurried)).toEqual([]);
      return (await takeEvents('next', 500, unhurried)).map(({ kind }) => kind);
    })
    .toContain('login_log');
});

test('an event waits for transactions that may still add an earlier one', async () => {
  const to = await receiver();
  await turnOn(to.port);
  const slow = await api.pool.connect();
  await slow.query('begin');
  await slow.query(
    `insert into audits_passwordchangelog (id, "user", change_by, remote_addr, datetime) values (gen_random_uuid(), 'slow', '', '', now())`,
  );
  await signIns(1, 1);
  stream();
  await expect.poll(() => to.events().map(({ kind }) => kind)).toEqual(['operation_log']);
  await slow.query('commit');
  slow.release();
  await expect
    .poll(() => to.events().map(({ kind }) => kind))
    .toEqual(['operation_log', 'password_change_log', 'login_log']);
});

test('events beyond the maximum are lost, the oldest first, and an event says how many', async () => {
  await turnOn(1);
  await api.pool.query('truncate audits_outbox restart identity');
  await signIns(1, 30);
  await trimOutbox(api.services.unhurried, 20);
  await signIns(31, 35);
  await trimOutbox(api.services.unhurried, 20);
  const to = await receiver();
  await turnOn(to.port);
  stream();
  await expect.poll(() => to.events().length).toBeGreaterThan(20);
  const [gap] = to.events();
  expect(gap).toMatchObject({ kind: 'gap', number: 1 });
  const kept = usernames(to.events());
  expect(kept).toEqual(range(Number(gap?.event.lost) + 1, 35));
});

test('nothing is kept while the stream is off', async () => {
  await turnOn(1, { AUDIT_STREAM_ENABLED: false });
  await api.pool.query('truncate audits_outbox');
  await signIns(1, 5);
  expect((await api.pool.query('select 1 from audits_outbox')).rowCount).toBe(0);
});

test('a session is an event when it begins and when it ends, not when it changes in between', async () => {
  await turnOn(1);
  await api.pool.query('truncate audits_outbox');
  const { rows } =
    await api.pool.query(`insert into terminal_session (id, "user", user_id, asset, asset_id, account, account_id, protocol, type, login_from, error_reason,
      command_amount, is_success, is_finished, is_locked, has_replay, has_command, date_start, org_id, comment)
    values (gen_random_uuid(), 'Ann(ann)', '', 'web-1', '', 'root', '', 'ssh', 'normal', 'WT', '', 0, true, false, false, false, false, now(),
      gen_random_uuid(), '') returning id`);
  await api.pool.query('update terminal_session set account = $2 where id = $1', [rows[0].id, 'x']);
  await api.pool.query('update terminal_session set is_finished = true where id = $1', [rows[0].id]);
  const found = await api.pool.query('select kind, body from audits_outbox order by seq');
  expect(found.rows.map(({ kind, body }) => [kind, body.is_finished])).toEqual([
    ['host_session_log', false],
    ['host_session_log', true],
  ]);
});

test('only superusers change or test the stream; its state needs the permission of the page', async () => {
  const keeper = api.as({ permissions: ['settings.change_systemmsgsubscription'] });
  expect((await keeper.get(SETTINGS)).status).toBe(200);
  expect((await keeper.patch(SETTINGS, { AUDIT_STREAM_PORT: 7000 })).status).toBe(403);
  expect((await keeper.post(TEST, {})).status).toBe(403);
  expect((await api.as({ permissions: [] }).get(STATE)).status).toBe(403);
});

test('the test sends one event over TLS, and says what is wrong with the receiver', async () => {
  const pair = selfSigned();
  const to = await receiver(createTlsServer(pair), { event: 'secureConnection' });
  const values = {
    AUDIT_STREAM_HOST: 'localhost',
    AUDIT_STREAM_PORT: to.port,
    AUDIT_STREAM_TLS: true,
    AUDIT_STREAM_FORMAT: 'json',
  };
  const trusted = await owner().post(TEST, { ...values, AUDIT_STREAM_CA: pair.cert });
  expect(trusted).toMatchObject({ status: 200, json: { msg: 'localhost took the test event.' } });
  await expect.poll(() => to.events()).toMatchObject([{ number: 0, kind: 'test' }]);
  const error = async (more: object) => (await owner().post(TEST, { ...values, ...more })).json;
  expect(await error({ AUDIT_STREAM_CA: '' })).toEqual({
    error: expect.stringContaining('certificate of localhost'),
  });
  expect(await error({ AUDIT_STREAM_HOST: '169.254.169.254' })).toEqual({
    error: expect.stringContaining('Nothing is sent to 169.254.169.254'),
  });
  expect(await error({ AUDIT_STREAM_PORT: 1 })).toEqual({
    error: expect.stringContaining('cannot be reached'),
  });
});

test.each([
  [true, 'siem.example', true],
  [true, '', false],
  [false, 'siem.example', false],
])('switched on: %s, with the address %o: events are sent: %s', (isOn, host, isSent) => {
  const values: Record<string, unknown> = { AUDIT_STREAM_ENABLED: isOn, AUDIT_STREAM_HOST: host };
  const settings = { ...api.services.settings, get: (name: string) => values[name] } as never;
  expect(streamTarget(settings) !== undefined).toBe(isSent);
});
