import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { secretFor } from '../../gateway/test/gatewayFixture.ts';
import { freshDatabase } from '../../server/test/database.ts';
import { targetFailure } from '../src/engine/targetFailure.ts';
import type { Outcome, Work } from '../src/engine/way.ts';
import { createDrivers, type Drivers } from '../src/flows/drivers/drivers.ts';
import type { Database } from '../src/flows/methods.ts';
import { outcomeOf, targetOf } from './target.ts';

/** Where a database is, and who signs in. */
export type Place = { protocol: string; port: number; username: string; password: string; database?: string };
type Changes = Parameters<typeof secretFor>[1];

let drivers: Drivers;
/** Starts the processes of drivers for a file of tests, and ends them with it. */
export const useDrivers = (): void => {
  beforeAll(() => {
    drivers = createDrivers(4);
  });
  afterAll(() => drivers.close());
};

/** A connection to a database. */
export const connectionTo = (
  { protocol, port, username, password, database }: Place,
  changes: Changes = {},
) => {
  const secret = secretFor({ port, username }, { ...changes, account: { secret: password } });
  const asset = { ...secret.asset, protocols: [{ name: protocol, port }] };
  // Redis signs in with names where its platform says so.
  const protocols = [{ name: protocol, port, setting: { auth_username: true } }];
  return {
    ...{ ...secret, protocol, platform: { ...secret.platform, protocols } },
    asset: { ...asset, spec_info: { db_name: database ?? '' } },
  };
};
/** Carries work out, or tells how it failed. */
export const carryOut = async (
  name: Database,
  kind: Work['kind'],
  connection: Work['connection'],
  signal = new AbortController().signal,
  params: Work['params'] = {},
): Promise<Outcome | { failed: string; key: string }> => {
  const reportHostKey = async () => ({ id: 'key', status: 'trusted' as const });
  try {
    const deps = { reportHostKey, signal, warn: () => undefined };
    return await drivers.carryOut(name, { kind, system: 'any', connection, params }, deps);
  } catch (error) {
    const { status, key } = targetFailure(error, connection);
    return { failed: status, key };
  }
};
/** What statements print, and how they end. */
export const statements = async (
  name: Database,
  place: Place,
  command: string,
  stop = new AbortController(),
) => {
  let printed = '';
  const deps = {
    reportHostKey: async () => ({ id: 'key', status: 'trusted' as const }),
    signal: stop.signal,
    warn: () => undefined,
    print: (text: string) => {
      printed += text;
    },
  };
  const work = {
    kind: 'run_command',
    system: 'any',
    connection: connectionTo(place),
    params: { command },
  } as const;
  const outcome = await drivers
    .carryOut(name, work, deps)
    .catch((error: unknown) => targetFailure(error, work.connection));
  return { outcome, printed };
};
/** Names of the accounts that were found. */
export const names = (outcome: Outcome | object) =>
  ('accounts' in outcome ? outcome.accounts : [])?.map(({ username }) => username);
/** Carries out a change, a push or a search for the valid secret; tells no secret of how it failed. */
export const setSecret = async (
  name: Database,
  kind: 'change_secret' | 'push_account' | 'find_secret',
  place: Place,
  change: Pick<SecretChange, 'username' | 'secret'> & Partial<SecretChange>,
) => {
  const method = `${kind === 'find_secret' ? 'verify_account' : kind}_${name}`;
  const target = targetOf({
    connection: connectionTo(place),
    operation: { kind, method, params: {} },
    change: { secret_type: 'password', old_secret: null, key: null, ...change },
  });
  const end = await outcomeOf(target, drivers);
  if (!('key' in end)) return end;
  const { key, holds, output, params } = end;
  expect(JSON.stringify([output, params])).not.toContain(change.secret);
  return { key, holds, output };
};

/** Names and secrets that would mean more if they were not quoted. */
const hostile = [
  `a"b'c`,
  `x'; drop table t; --`,
  'back\\slash\\',
  `\\' or 1=1 -- `,
  '日本 ünï',
  '$$%s?@`#',
  '-n :x',
];
const random = (length: number): string =>
  Array.from({ length }, () => `'"\\\`;-?@%$ \n\tab日é`[Math.floor(Math.random() * 18)] ?? '').join('');
export const hostileNames = [...hostile, ...Array.from({ length: 40 }, (_, at) => `${at}${random(9)}z`)];

/** Removes an account, or tells how that failed. */
export const remove = (name: Database, place: Place, username: string) =>
  carryOut(name, 'remove_account', connectionTo(place), undefined, { username });

/** Where databases differ: who may change the own password, and which names and passwords there are. */
type Traits = { isOwnChanged?: boolean; names?: RegExp; secrets?: RegExp };
const traits: Readonly<Record<Database, Traits>> = {
  postgresql: {},
  mysql: {},
  sqlserver: {},
  oracle: { names: /^\w+$/, secrets: /^[^"]{1,20}$/ },
  mongodb: { isOwnChanged: false },
  redis: { isOwnChanged: false, names: /^\S+$/ },
};

/** What every database that sets secrets has to do; `tag` keeps names apart. */
export const expectSecrets = async (name: Database, place: Place, tag: string) => {
  const { isOwnChanged = true, names: fitting = /^/, secrets = /^/ } = traits[name];
  const [username, first] = [`APP${tag}`, 'First-123'];
  const missing = await setSecret(name, 'change_secret', place, { username, secret: first });
  expect(missing).toMatchObject({ key: 'machine_secret_unchanged', holds: 'untouched' });
  expect(await setSecret(name, 'push_account', place, { username, secret: first })).toEqual({ holds: 'new' });
  expect(names(await carryOut(name, 'gather_accounts', connectionTo(place)))).toContain(username);
  let old_secret = first;
  // Some servers ask for long passwords of several kinds of characters.
  for (const secret of hostile.map((one) => `Aa1-${one}`).filter((one) => secrets.test(one))) {
    const changed = await setSecret(name, 'change_secret', place, { username, secret, old_secret });
    expect(changed).toEqual({ holds: 'new' });
    const old = connectionTo({ ...place, username, password: old_secret });
    expect(await carryOut(name, 'verify_account', old)).toMatchObject({ key: 'machine_refused' });
    old_secret = secret;
  }
  // Without another account of the asset, an account changes its own secret.
  const own = { ...place, username, password: old_secret };
  const mine = await setSecret(name, 'change_secret', own, { username, secret: 'Own-12345', old_secret });
  expect(mine).toMatchObject({ holds: isOwnChanged ? 'new' : 'untouched' });
  if (isOwnChanged) old_secret = 'Own-12345';
  const find = (change: Pick<SecretChange, 'secret' | 'old_secret'>) =>
    setSecret(name, 'find_secret', place, { username, ...change });
  expect(await find({ secret: 'Never-123', old_secret })).toEqual({ holds: 'old' });
  expect(await find({ secret: old_secret, old_secret: 'Never-123' })).toEqual({ holds: 'new' });
  expect(await find({ secret: 'Never-123', old_secret: null })).toMatchObject({
    key: 'machine_secret_unknown',
  });
  // A push repeats a secret that is there already, and never sets that of an administrator.
  const again = await setSecret(name, 'push_account', place, { username, secret: old_secret });
  expect(again).toEqual({ holds: 'new' });
  const seized = await setSecret(name, 'push_account', place, {
    username: place.username,
    secret: 'Mine-1234',
  });
  expect(seized).toMatchObject({
    holds: 'untouched',
    output: expect.stringMatching(/superuser|administrator/),
  });
  expect(await carryOut(name, 'verify_account', connectionTo(place))).toEqual({});
  const refused = await setSecret(
    name,
    'change_secret',
    { ...place, password: 'wrong' },
    { username, secret: 'New-12345' },
  );
  expect(refused).toMatchObject({ key: 'machine_refused', holds: 'untouched' });
  const key = { username, secret: 'New-12345', secret_type: 'ssh_key' as const };
  expect(await setSecret(name, 'change_secret', place, key)).toMatchObject({ key: 'machine_secret_unfit' });
  const unfit = await setSecret(name, 'push_account', place, { username, secret: 'a\0b' });
  expect(unfit).toMatchObject({ key: 'machine_secret_unfit', holds: 'untouched' });
  // One that is not there is removed already; the account that signs in stays.
  for (const gone of [username, username, 'x" or \'x'].filter((one) => fitting.test(one)))
    expect(await remove(name, place, gone)).toEqual({});
  expect(names(await carryOut(name, 'gather_accounts', connectionTo(place)))).not.toContain(username);
  expect(await remove(name, place, place.username)).toMatchObject({ key: 'machine_user_kept' });
};

/** What every database has to answer. */
export const expectAnswers = async (name: Database, place: Place) => {
  const connection = connectionTo(place);
  expect(await carryOut(name, 'ping', connection)).toEqual({});
  expect(await carryOut(name, 'verify_account', connection)).toEqual({});
  const wrong = connectionTo({ ...place, password: 'wrong' });
  expect(await carryOut(name, 'verify_account', wrong)).toEqual({
    failed: 'refused',
    key: 'machine_refused',
  });
  expect(await carryOut(name, 'gather_facts', connection)).toEqual({
    facts: { version: expect.stringMatching(/^\d+\./) },
  });
  expect(names(await carryOut(name, 'gather_accounts', connection))).toContain(place.username);
};

/** A PostgreSQL with a superuser, on loopback; the databases of the tests listen on a socket file only. */
export const startPostgresql = async () => {
  const fresh = await freshDatabase(true);
  const client = new pg.Client(fresh.url);
  await client.connect();
  const { host, port, user, password, database } = client;
  /** Ends connections as soon as the server has this. */
  const cut = { after: '' };
  const server = createServer((socket) => {
    const behind = connect(`${host}/.s.PGSQL.${port}`);
    socket.on('data', (sent) => {
      if (cut.after && sent.includes(cut.after)) setTimeout(() => socket.destroy(), 50);
    });
    socket.pipe(behind).pipe(socket);
    for (const one of [socket, behind]) one.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = (server.address() as AddressInfo).port;
  const place: Place = {
    ...{ protocol: 'postgresql', port: at, username: user ?? '', password: String(password) },
    database: database ?? '',
  };
  const stop = async () => {
    server.close();
    await client.end();
    await fresh.drop();
  };
  return { place, client, cut, stop };
};
