import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { jumpHost, secretFor, temporaryFolder } from '../../gateway/test/gatewayFixture.ts';
import { type Sshd, startSshd } from '../../gateway/test/sshd.ts';
import { type FreshDatabase, freshDatabase } from '../../server/test/database.ts';
import { targetFailure } from '../src/engine/targetFailure.ts';
import type { Outcome, Work } from '../src/engine/way.ts';
import { createDrivers, type Drivers } from '../src/flows/drivers/drivers.ts';
import type { Database } from '../src/flows/methods.ts';
import { type Mariadb, startMariadb } from './mariadb.ts';

type Place = { protocol: string; port: number; username: string; password: string; database?: string };
type Changes = Parameters<typeof secretFor>[1];

let drivers: Drivers;
beforeAll(() => {
  drivers = createDrivers(2);
});
afterAll(() => drivers.close());

const connectionTo = ({ protocol, port, username, password, database }: Place, changes: Changes = {}) => {
  const secret = secretFor({ port, username }, { ...changes, account: { secret: password } });
  const asset = { ...secret.asset, protocols: [{ name: protocol, port }] };
  return { ...secret, protocol, asset: { ...asset, spec_info: { db_name: database ?? '' } } };
};
const carryOut = async (
  name: Database,
  kind: Work['kind'],
  connection: Work['connection'],
  signal = new AbortController().signal,
): Promise<Outcome | { failed: string; key: string }> => {
  const reportHostKey = async () => ({ id: 'key', status: 'trusted' as const });
  try {
    const deps = { reportHostKey, signal, warn: () => undefined };
    return await drivers.carryOut(name, { kind, system: 'any', connection }, deps);
  } catch (error) {
    const { status, key } = targetFailure(error, connection);
    return { failed: status, key };
  }
};
const names = (outcome: Outcome | object) =>
  ('accounts' in outcome ? outcome.accounts : [])?.map(({ username }) => username);
/** What every database has to answer. */
const expectAnswers = async (name: Database, place: Place) => {
  const connection = connectionTo(place);
  expect(await carryOut(name, 'ping', connection)).toEqual({});
  expect(await carryOut(name, 'verify_account', connection)).toEqual({});
  const wrong = connectionTo({ ...place, password: 'wrong' });
  expect(await carryOut(name, 'verify_account', wrong)).toEqual({
    failed: 'refused',
    key: 'machine_refused',
  });
  if (name === 'sqlserver') return;
  expect(await carryOut(name, 'gather_facts', connection)).toEqual({
    facts: { version: expect.stringMatching(/^\d+\./) },
  });
  expect(names(await carryOut(name, 'gather_accounts', connection))).toContain(place.username);
};

describe('PostgreSQL', () => {
  let fresh: FreshDatabase;
  let place: Place;
  let stop: () => void;
  beforeAll(async () => {
    fresh = await freshDatabase();
    const { host, port, user, password, database } = new pg.Client(fresh.url);
    // The databases of the tests listen on a socket file only.
    const server = createServer((client) => {
      const behind = connect(`${host}/.s.PGSQL.${port}`);
      client.pipe(behind).pipe(client);
      for (const socket of [client, behind]) socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stop = () => server.close();
    const at = (server.address() as AddressInfo).port;
    place = {
      protocol: 'postgresql',
      port: at,
      username: user ?? '',
      password: String(password),
      database: database ?? '',
    };
  });
  afterAll(async () => {
    stop();
    await fresh.drop();
  });

  test('answers, accepts and refuses accounts, tells its version and its accounts', async () => {
    await expectAnswers('postgresql', place);
  });

  test('a database that does not exist is a failure of the work, not of the sign-in', async () => {
    const connection = connectionTo({ ...place, database: 'no_such' });
    expect(await carryOut('postgresql', 'ping', connection)).toEqual({
      failed: 'failed',
      key: 'machine_work_failed',
    });
  });

  test('is reached through a gateway', async () => {
    const sshd: Sshd = await startSshd(temporaryFolder());
    onTestFinished(sshd.stop);
    const domain = { id: 'd', name: 'dmz', gateways: [jumpHost(sshd, sshd.privateKey)] };
    expect(await carryOut('postgresql', 'ping', connectionTo(place, { domain }))).toEqual({});
  });
});

describe('MariaDB', () => {
  let mariadb: Mariadb;
  beforeAll(async () => {
    mariadb = await startMariadb();
  });
  afterAll(() => mariadb.stop());

  test('answers, accepts and refuses accounts, tells its version and its accounts', async () => {
    await expectAnswers('mysql', { protocol: 'mariadb', ...mariadb });
  });
});

// Not proven where these are not set: Debian packages none of these servers.
for (const [name, variable] of [
  ['mysql', 'GATEHOUSE_TEST_MYSQL_URL'],
  ['mongodb', 'GATEHOUSE_TEST_MONGODB_URL'],
  ['sqlserver', 'GATEHOUSE_TEST_SQLSERVER_URL'],
  ['oracle', 'GATEHOUSE_TEST_ORACLE_URL'],
] as const)
  test.runIf(process.env[variable])(`${name} answers at ${variable}`, async () => {
    const url = new URL(process.env[variable] ?? '');
    await expectAnswers(name, {
      ...{ protocol: name, port: Number(url.port), username: decodeURIComponent(url.username) },
      ...{ password: decodeURIComponent(url.password), database: url.pathname.slice(1) },
    });
  });

describe('a hostile database', () => {
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });
  const start = async (serve: (socket: Socket) => void): Promise<number> => {
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      serve(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };
  const at = (name: Database, port: number) =>
    connectionTo({ protocol: name, port, username: 'u', password: 'p', database: 'd' });

  test('that sends without end harms its own result only', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'R');
    const port = await start((socket) => {
      const flood = () => {
        while (socket.writable && socket.write(piece));
      };
      socket.on('drain', flood);
      flood();
    });
    for (const name of ['postgresql', 'mysql'] as const)
      expect(await carryOut(name, 'ping', at(name, port))).toMatchObject({
        failed: expect.stringMatching(/^(failed|unreachable)$/),
      });
    const closed = await start((socket) => void socket.end());
    expect(await carryOut('postgresql', 'ping', at('postgresql', closed))).toMatchObject({
      failed: 'unreachable',
    });
  });

  test('that says nothing is left when the work is stopped, with its process', async () => {
    let isReached = false;
    const port = await start((socket) => {
      isReached = true;
      // The end of a connection is only seen while it is read.
      socket.resume();
    });
    const stop = new AbortController();
    const work = carryOut('mongodb', 'ping', at('mongodb', port), stop.signal);
    await expect.poll(() => isReached).toBe(true);
    stop.abort();
    expect(await work).toEqual({ failed: 'failed', key: 'machine_driver_ended' });
    await expect
      .poll(() => [...sockets].every((socket) => socket.destroyed || socket.readableEnded))
      .toBe(true);
  });
});
