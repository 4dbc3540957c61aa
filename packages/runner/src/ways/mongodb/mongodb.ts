import { MongoClient, MongoServerError } from 'mongodb';
import {
  type DatabaseFacts,
  type DatabaseSession,
  type OpenDatabase,
  onDatabase,
} from '../../engine/database.ts';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import { openLoopbackDoor } from '../../engine/loopbackDoor.ts';
import type { Way } from '../../engine/way.ts';
import { userSteps } from './userPassword.ts';

const CONNECT_MS = 15_000;
const ADMIN = 'admin';
/** `Unauthorized` at sign-in and `AuthenticationFailed`. */
const refusals = new Set([13, 18]);

const codeOf = (error: unknown): number | undefined =>
  error instanceof MongoServerError ? Number(error.code) : undefined;

const usersIn = (answer: { users?: unknown }): string[] =>
  (Array.isArray(answer.users) ? answer.users : []).map((user: { user?: unknown }) =>
    String(user.user ?? ''),
  );

const signIn = async (facts: DatabaseFacts, open: OpenDatabase): Promise<DatabaseSession> => {
  let first: OpenDatabase['socket'] | null = open.socket;
  const door = await openLoopbackDoor(async () => {
    const socket = first ?? (await open.another());
    first = null;
    return socket;
  });
  const client = new MongoClient(`mongodb://127.0.0.1:${door.port}/`, {
    auth: { username: facts.user, password: facts.password },
    authSource: facts.database || ADMIN,
    // The members of a replica set are assets of their own.
    directConnection: true,
    ...{ maxPoolSize: 1, serverMonitoringMode: 'poll', retryReads: false, appName: 'gatehouse' },
    serverSelectionTimeoutMS: CONNECT_MS,
    ...(facts.tls && { tls: true, servername: facts.address, ...facts.tls }),
  });
  const close = async () => {
    door.close();
    await client.close();
  };
  // Users belong to the database against which they sign in.
  const own = client.db(facts.database || ADMIN);
  try {
    await client.connect();
    await own.command({ ping: 1 });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    version: async () => String((await client.db(ADMIN).command({ buildInfo: 1 })).version ?? ''),
    accounts: async () => usersIn(await client.db(ADMIN).command({ usersInfo: { forAllDBs: true } })),
    setSecret: (change, isPush) => setAccountSecret(userSteps(own), facts, change, isPush),
    removeAccount: (username) => removeAccount(userSteps(own), facts, username),
    close,
  };
};

/** Works on a MongoDB database. */
export const overMongodb: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn,
    isRefusal: (error) => refusals.has(codeOf(error) ?? 0),
    isAnswer: (error) => codeOf(error) !== undefined,
  });
