import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import mysql from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { jumpHost, temporaryFolder } from '../../gateway/test/gatewayFixture.ts';
import { type Sshd, startSshd } from '../../gateway/test/sshd.ts';
import type { Database } from '../src/flows/methods.ts';
import { userStatements } from '../src/ways/mysql/userPassword.ts';
import {
  carryOut,
  connectionTo,
  expectAnswers,
  expectSecrets,
  hostileNames,
  names,
  type Place,
  remove,
  setSecret,
  startPostgresql,
  useDrivers,
} from './databaseWork.ts';
import { type Mariadb, startMariadb } from './mariadb.ts';

useDrivers();

describe('PostgreSQL', () => {
  let postgresql: Awaited<ReturnType<typeof startPostgresql>>;
  let place: Place;
  beforeAll(async () => {
    postgresql = await startPostgresql();
    ({ place } = postgresql);
  });
  afterAll(() => postgresql.stop());

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

  test('creates accounts, changes their secrets, proves them and finds out which one holds', async () => {
    const place = { protocol: 'mariadb', ...mariadb };
    await expectSecrets('mysql', place, '-x');
    const { username: user, password, port } = mariadb;
    const client = await mysql.createConnection({ host: '127.0.0.1', port, user, password });
    onTestFinished(() => client.destroy());
    // Each host of a user gets the secret; a role, a locked user and one without a password keep what they have.
    await client.query("create user two@'127.0.0.%' identified by 'x', two@'10.%' identified by 'x'");
    await client.query('create role readers');
    await client.query("create user socket@'%' identified via unix_socket");
    expect(await setSecret('mysql', 'change_secret', place, { username: 'two', secret: 'Both-1' })).toEqual({
      holds: 'new',
    });
    const [two] = await client.query<mysql.RowDataPacket[]>(
      "select count(distinct authentication_string) as kept, max(authentication_string = password('Both-1')) as is_new from mysql.user where user = 'two'",
    );
    expect(two).toEqual([{ kept: 1, is_new: 1 }]);
    await client.query("create user boss@'%'");
    await client.query("grant super on *.* to boss@'%'");
    // What the server needs for itself is found by no search, but may be asked for by name.
    for (const kept of ['boss', 'mariadb.sys'])
      expect(await remove('mysql', place, kept)).toMatchObject({ key: 'machine_user_unremoved' });
    for (const username of ['readers', 'socket', 'two '])
      expect(await setSecret('mysql', 'change_secret', place, { username, secret: 'New-1' })).toMatchObject({
        holds: 'untouched',
      });
    expect(names(await carryOut('mysql', 'gather_accounts', connectionTo(place)))).not.toContain('readers');
    // A user without rights on the database of the asset is accepted all the same.
    const elsewhere = connectionTo({ ...place, username: 'two', password: 'Both-1', database: 'mysql' });
    expect(await carryOut('mysql', 'verify_account', elsewhere)).toEqual({});
    expect(await remove('mysql', place, 'two')).toEqual({});
    expect(names(await carryOut('mysql', 'gather_accounts', connectionTo(place)))).not.toContain('two');
    // The server cuts spaces at the end of a name.
    const kept = hostileNames.filter((name) => !name.endsWith(' '));
    for (const username of kept)
      for (const { sql, values } of userStatements({ username, secret: username }, [], true))
        await client.query(sql, values);
    const [made] = await client.query<mysql.RowDataPacket[]>(
      "select user, authentication_string = password(user) as fits from mysql.user where host = '%'",
    );
    const fits = new Map(made.map((row) => [row.user ?? row.User, row.fits]));
    expect(kept.map((name) => fits.get(name))).toEqual(kept.map(() => 1));
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
    const place = {
      ...{ protocol: name, port: Number(url.port), username: decodeURIComponent(url.username) },
      ...{ password: decodeURIComponent(url.password), database: url.pathname.slice(1) },
    };
    await expectAnswers(name, place);
    await expectSecrets(name, place, 'X');
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
