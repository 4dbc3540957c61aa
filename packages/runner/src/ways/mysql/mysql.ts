import mysql from 'mysql2/promise';
import {
  type DatabaseFacts,
  type DatabaseSession,
  onDatabase,
  StatementRefused,
} from '../../engine/database.ts';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import type { Results } from '../../engine/results.ts';
import type { Way } from '../../engine/way.ts';
import { internal, isAnswer, userSteps } from './userPassword.ts';

const CONNECT_MS = 20_000;
const refusals = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_ACCOUNT_HAS_BEEN_LOCKED',
  'ER_MUST_CHANGE_PASSWORD_LOGIN',
]);

/** Said of the database after the password was accepted. */
const NOT_PERMITTED = 'ER_DBACCESS_DENIED_ERROR';
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

type Header = { affectedRows: number; info?: string; warningStatus?: number };

/** Runs statements; the driver tells of each row as it arrives and keeps none. */
const runStatements = (connection: mysql.Connection, sql: string, results: Results): Promise<void> =>
  new Promise((resolve, reject) => {
    const core = (connection as unknown as { connection: Core }).connection;
    const text = (field: { string: () => string | null }) => field.string();
    core
      .query({ sql, rowsAsArray: true, typeCast: text })
      .on('fields', (fields?: { name: string }[]) => {
        if (fields) results.begin(fields.map(({ name }) => name));
      })
      .on('result', (row: (string | null)[] | Header) => {
        if (!Array.isArray(row))
          results.say(`OK, ${row.affectedRows} ${row.affectedRows === 1 ? 'row' : 'rows'}`);
        else if (!results.row(row)) reject(new Error('too much'));
      })
      .on('error', (error: { code?: unknown; errno?: number; message: string }) => {
        if (!codeOf(error).startsWith('ER_')) return reject(error);
        results.say(`ERROR ${error.errno ?? ''}: ${error.message}`);
        reject(new StatementRefused(error.message));
      })
      .on('end', () => {
        results.end();
        resolve();
      });
  });

/** The driver below its promises. */
type Core = {
  query: (options: object) => {
    on: (event: string, hear: (told: never) => void) => ReturnType<Core['query']>;
  };
};

const signIn = async (
  facts: DatabaseFacts,
  stream: NonNullable<mysql.ConnectionOptions['stream']>,
  { hasMany }: { hasMany: boolean },
): Promise<DatabaseSession> => {
  const connection = await mysql.createConnection({
    ...{ user: facts.user, password: facts.password, stream, connectTimeout: CONNECT_MS },
    ...(facts.database !== '' && { database: facts.database }),
    // The name of the machine is what its certificate is checked against.
    host: facts.address,
    ...(facts.tls && { ssl: { ...facts.tls, verifyIdentity: facts.tls.rejectUnauthorized } }),
    // A server may otherwise ask for files of its client.
    flags: ['-LOCAL_FILES'],
    multipleStatements: hasMany,
  });
  const column = async (sql: string) => {
    const [rows] = await connection.query<mysql.RowDataPacket[][]>({ sql, rowsAsArray: true });
    return rows.map(([value]) => String(value));
  };
  return {
    version: async () => (await column('select version()'))[0] ?? '',
    accounts: async () => {
      const people = /mariadb/i.test((await column('select version()'))[0] ?? '')
        ? "where is_role = 'N'"
        : '';
      const names = await column(`select distinct user from mysql.user ${people} order by 1 limit 10000`);
      return names.filter((name) => !internal.has(name));
    },
    setSecret: (change, isPush) => {
      const isOwn = !isPush && change.username === facts.user;
      return setAccountSecret(userSteps(connection, isOwn), facts, change, isPush);
    },
    removeAccount: (username) => removeAccount(userSteps(connection, false), facts, username),
    run: (text, results) => runStatements(connection, text, results),
    ending: `kill query ${connection.threadId}`,
    close: () => connection.destroy(),
  };
};

/** Works on a MySQL or MariaDB database. */
export const overMysql: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn: (facts, { socket }) => signIn(facts, socket, { hasMany: work.kind === 'run_command' }),
    isRefusal: (error) => refusals.has(codeOf(error)),
    isAnswer,
    isAccepted: (error) => codeOf(error) === NOT_PERMITTED,
  });
