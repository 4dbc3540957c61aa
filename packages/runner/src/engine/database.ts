import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { reachTarget } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import {
  removalParamsSchema,
  type SecretChange,
  textParamsSchema,
} from '@gatehouse/contract/wire/machineWork.ts';
import { z } from 'zod';
import { accountList } from './accountList.ts';
import { legibleLine } from './legible.ts';
import { createResults, type Results } from './results.ts';
import { secretUnfit } from './secretFailure.ts';
import { placeOf, TargetFailure, targetFailure } from './targetFailure.ts';
import { type Outcome, routeFor, type WayDeps, type Work } from './way.ts';

const factsSchema = z.object({
  spec_info: z
    .object({
      db_name: z.string().nullish(),
      use_ssl: z.boolean().nullish(),
      allow_invalid_cert: z.boolean().nullish(),
    })
    .catch({}),
  secret_info: z
    .object({
      ca_cert: z.string().nullish(),
      client_cert: z.string().nullish(),
      client_key: z.string().nullish(),
    })
    .catch({}),
});

/** TLS of a connection to a database. */
export type DatabaseTls = {
  rejectUnauthorized: boolean;
  ca?: string;
  cert?: string;
  key?: string;
  /** Absent for addresses. */
  servername?: string;
};

/** What a driver needs to know besides the open connection. */
export type DatabaseFacts = {
  address: string;
  port: number;
  user: string;
  password: string;
  /** Empty: none is named. */
  database: string;
  /** Null: without TLS. */
  tls: DatabaseTls | null;
};

/** What the asset says about its database. */
export const databaseFacts = (connection: ConnectionSecret): DatabaseFacts => {
  const { spec_info: spec, secret_info: certificates } = factsSchema.parse(connection.asset);
  const { address, port } = placeOf(connection);
  const { ca_cert: ca, client_cert: cert, client_key: key } = certificates;
  return {
    ...{ address, port, user: connection.account.username, password: connection.account.secret },
    database: spec.db_name ?? '',
    tls: spec.use_ssl
      ? {
          rejectUnauthorized: !spec.allow_invalid_cert,
          ...(ca && { ca }),
          ...(cert && { cert }),
          ...(key && { key }),
          ...(isIP(address) === 0 && { servername: address }),
        }
      : null,
  };
};

/** A sign-in to a database. */
export type DatabaseSession = {
  version: () => Promise<string>;
  /** Names of its accounts. */
  accounts: () => Promise<string[]>;
  /** Sets the password of an account; a push creates the account if it is missing. */
  setSecret?: (change: SecretChange, isPush: boolean) => Promise<void>;
  /** Removes an account; one that is not there is removed already. */
  removeAccount?: (username: string) => Promise<void>;
  /** Runs statements and tells their results; throws `StatementRefused` where the database refuses one. */
  run?: (text: string, results: Results) => Promise<void>;
  /** The statement with which another session of the account ends what this one runs. */
  ending?: string;
  /** Ends what this session runs, where the database listens meanwhile. */
  cancel?: () => void;
  close: () => unknown;
};

/** A statement that the database refused, in its words. */
export class StatementRefused extends Error {}

/** An open connection to the port of a database, and how to open another. */
export type OpenDatabase = { socket: Duplex; another: () => Promise<Duplex> };

/** How the errors of a driver are read. */
export type DatabaseErrors = {
  /** The database did not accept the account. */
  isRefusal: (error: unknown) => boolean;
  /** The database has answered, so that it can be reached. */
  isAnswer: (error: unknown) => boolean;
  /** The database accepted the account, which may not use the database that is named. */
  isAccepted?: (error: unknown) => boolean;
};

const signInFailure = (error: unknown, { kind, connection }: Work, errors: DatabaseErrors) => {
  const place = placeOf(connection);
  if (errors.isRefusal(error))
    return new TargetFailure('refused', 'machine_refused', {
      ...place,
      username: connection.account.username,
    });
  if (errors.isAnswer(error)) {
    const { status, key, params, output } = targetFailure(error, connection);
    // Nothing was asked of the database yet.
    const holds = kind === 'change_secret' || kind === 'push_account' ? 'untouched' : null;
    return new TargetFailure(status, key, params, { output, holds });
  }
  const detail = error instanceof Error ? error.message : String(error);
  return new TargetFailure('unreachable', 'machine_no_answer', { ...place, detail });
};

/** Sets a secret by an open session; no change of a kind that databases do not know is sent. */
const setSecret = async ({ kind, change, connection }: Work, session: DatabaseSession): Promise<Outcome> => {
  if (change?.secret_type !== 'password' || !session.setSecret)
    throw secretUnfit(change?.username ?? connection.account.username);
  await session.setSecret(change, kind === 'push_account');
  return {};
};

const removeAccount = async ({ params, connection }: Work, session: DatabaseSession): Promise<Outcome> => {
  const { username } = removalParamsSchema.parse(params ?? {});
  if (username === connection.account.username || !session.removeAccount)
    throw new TargetFailure('failed', 'machine_user_kept', { username });
  await session.removeAccount(username);
  return {};
};

const carryOut = async (work: Work, session: DatabaseSession): Promise<Outcome> => {
  switch (work.kind) {
    case 'gather_facts':
      return { facts: { version: legibleLine(await session.version(), 64) } };
    case 'gather_accounts':
      return { accounts: accountList(await session.accounts(), new Map()) };
    case 'change_secret':
    case 'push_account':
      return setSecret(work, session);
    case 'remove_account':
      return removeAccount(work, session);
    default:
      return {};
  }
};

type Driver = {
  signIn: (facts: DatabaseFacts, open: OpenDatabase) => Promise<DatabaseSession>;
} & DatabaseErrors;

/** Why statements ended, in the words of the product. */
const statementFailure = (error: unknown, connection: ConnectionSecret): TargetFailure => {
  if (error instanceof StatementRefused)
    return new TargetFailure('failed', 'machine_statement_refused', { detail: error.message });
  return error instanceof TargetFailure
    ? error
    : new TargetFailure('failed', 'machine_broke_off', placeOf(connection));
};

/** Runs the statements of a command. What goes on when it is stopped is ended by a second sign-in. */
const runStatements = async (
  session: DatabaseSession,
  { connection, params }: Work,
  deps: WayDeps,
  signInAgain: () => Promise<DatabaseSession>,
): Promise<void> => {
  const { command } = textParamsSchema.parse(params ?? {});
  if (!session.run) throw new TargetFailure('unsupported', 'machine_method_unsupported', { method: '-' });
  const results = createResults((text) => deps.print?.(text));
  const stop = async () => {
    if (session.cancel) return session.cancel();
    const second = await signInAgain();
    await second.run?.(
      session.ending ?? '',
      createResults(() => undefined),
    );
  };
  deps.stop?.addEventListener('abort', () => void stop().catch(() => undefined), { once: true });
  if (deps.stop?.aborted) throw new TargetFailure('stopped', 'machine_stopped');
  try {
    await session.run(command, results);
  } catch (error) {
    results.end();
    if (results.isFlood()) throw new TargetFailure('failed', 'machine_too_much', placeOf(connection));
    throw statementFailure(error, connection);
  }
};

/** Connects to the port of a database, signs in, does the work and leaves. */
export const onDatabase = async (work: Work, deps: WayDeps, driver: Driver): Promise<Outcome> => {
  const { kind, connection } = work;
  const reach = () => reachTarget(connection, routeFor(connection, deps));
  const reached = await reach();
  reached.socket.on('error', () => undefined);
  const open = { socket: reached.socket, another: async () => (await reach()).socket };
  try {
    const signIn = (to: OpenDatabase) => driver.signIn(databaseFacts(connection), to);
    const session = await signIn(open).catch((error: unknown) => {
      if (kind === 'verify_account' && driver.isAccepted?.(error)) return null;
      throw signInFailure(error, work, driver);
    });
    if (!session) return {};
    try {
      if (kind !== 'run_command') return await carryOut(work, session);
      const signInAgain = async () => signIn({ ...open, socket: await open.another() });
      await runStatements(session, work, deps, signInAgain);
      return {};
    } finally {
      await session.close();
    }
  } finally {
    reached.close();
  }
};

/** A stream that is connected already, for a driver that wants to connect a socket. */
export const connectedSocket = (stream: Duplex): Socket =>
  Object.assign(stream, {
    connect: () => {
      setImmediate(() => stream.emit('connect'));
      return stream;
    },
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    setTimeout: () => stream,
    ref: () => stream,
    unref: () => stream,
  }) as unknown as Socket;
