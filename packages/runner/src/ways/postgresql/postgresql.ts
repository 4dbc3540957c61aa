import type { Duplex } from 'node:stream';
import pg from 'pg';
import {
  connectedSocket,
  type DatabaseFacts,
  type DatabaseSession,
  onDatabase,
} from '../../engine/database.ts';
import type { Way } from '../../engine/way.ts';
import { removeRole } from './removeRole.ts';
import { setRolePassword } from './rolePassword.ts';

/** The database that every server has. */
const MAINTENANCE = 'postgres';
const CONNECT_MS = 20_000;
/** `invalid_password` and `invalid_authorization_specification`. */
const refusals = new Set(['28P01', '28000']);

/** `insufficient_privilege`: said of the database after the password was accepted. */
const NOT_PERMITTED = '42501';

const codeOf = (error: unknown): unknown => (error instanceof pg.DatabaseError ? error.code : undefined);

const signIn = async (facts: DatabaseFacts, socket: () => Duplex): Promise<DatabaseSession> => {
  const client = new pg.Client({
    ...{ host: facts.address, port: facts.port, user: facts.user, password: facts.password },
    database: facts.database || MAINTENANCE,
    ssl: facts.tls ?? false,
    stream: socket,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'gatehouse',
  });
  client.on('error', () => undefined);
  await client.connect();
  const column = async (sql: string) => {
    const { rows } = await client.query<[unknown]>({ text: sql, rowMode: 'array' });
    return rows.map(([value]) => String(value));
  };
  return {
    version: async () => (await column('show server_version'))[0] ?? '',
    accounts: () =>
      column('select rolname from pg_catalog.pg_roles where rolcanlogin order by 1 limit 10000'),
    setSecret: (change, isPush) => setRolePassword(client, facts, change, isPush),
    removeAccount: (username) => removeRole(client, facts, username),
    close: () => client.end(),
  };
};

/** Works on a PostgreSQL database. */
export const overPostgresql: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn: (facts, { socket }) => signIn(facts, () => connectedSocket(socket)),
    isRefusal: (error) => refusals.has(String(codeOf(error))),
    isAnswer: (error) => codeOf(error) !== undefined,
    isAccepted: (error) => codeOf(error) === NOT_PERMITTED,
  });
