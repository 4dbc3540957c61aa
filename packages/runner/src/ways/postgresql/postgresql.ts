import type { Duplex } from 'node:stream';
import pg from 'pg';
import {
  connectedSocket,
  type DatabaseFacts,
  type DatabaseSession,
  onDatabase,
  StatementRefused,
} from '../../engine/database.ts';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import type { Results } from '../../engine/results.ts';
import type { Way } from '../../engine/way.ts';
import { roleSteps } from './rolePassword.ts';

/** The database that every server has. */
const MAINTENANCE = 'postgres';
const CONNECT_MS = 20_000;
/** `invalid_password` and `invalid_authorization_specification`. */
const refusals = new Set(['28P01', '28000']);

/** `insufficient_privilege`: said of the database after the password was accepted. */
const NOT_PERMITTED = '42501';

const codeOf = (error: unknown): unknown => (error instanceof pg.DatabaseError ? error.code : undefined);

/** What the driver tells while statements run. */
type Told = { fields: readonly { name: string }[] };

/** An error of the database as `psql` shows it. */
const inWords = (error: pg.DatabaseError): string =>
  [
    `${error.severity ?? 'ERROR'}:  ${error.message}`,
    error.position && `POSITION:  ${error.position}`,
    error.detail && `DETAIL:  ${error.detail}`,
    error.hint && `HINT:  ${error.hint}`,
  ]
    .filter(Boolean)
    .join('\n');

/** Statements for the driver, which tells of each row as it arrives and keeps none. */
const statementsOf = (text: string, results: Results, end: (error?: unknown) => void) => ({
  submit: (connection: { query: (text: string) => void }) => connection.query(text),
  handleRowDescription: ({ fields }: Told) => results.begin(fields.map(({ name }) => name)),
  handleDataRow: ({ fields }: { fields: readonly (string | null)[] }) => {
    if (!results.row(fields)) end(new Error('too much'));
  },
  handleCommandComplete: ({ text: told }: { text: string }) => results.finish(told),
  handleEmptyQuery: () => undefined,
  handlePortalSuspended: () => undefined,
  // A command has no file to send, and what it copies out is not shown.
  handleCopyInResponse: (connection: { sendCopyFail: (why: string) => void }) =>
    connection.sendCopyFail('no input'),
  handleCopyData: () => undefined,
  handleError: (error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) return end(error);
    results.say(inWords(error));
    end(new StatementRefused(error.message));
  },
  handleReadyForQuery: () => {
    results.end();
    end();
  },
});

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
    setSecret: (change, isPush) => setAccountSecret(roleSteps(client), facts, change, isPush),
    removeAccount: (username) => removeAccount(roleSteps(client), facts, username),
    run: async (text, results) => {
      // A session of which the client is gone ends; earlier servers than 14 do not know this.
      await client.query("set client_connection_check_interval = '2s'").catch(() => undefined);
      const remark = ({ severity = 'NOTICE', message = '' }) => results.say(`${severity}:  ${message}`);
      client.on('notice', remark);
      await new Promise<void>((resolve, reject) => {
        const end = (error?: unknown) => (error === undefined ? resolve() : reject(error));
        client.query(statementsOf(text, results, end) as unknown as pg.Submittable);
      });
    },
    ending: `select pg_cancel_backend(${(client as unknown as { processID: number }).processID})`,
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
