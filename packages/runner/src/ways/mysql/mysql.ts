import mysql from 'mysql2/promise';
import { type DatabaseFacts, type DatabaseSession, onDatabase } from '../../engine/database.ts';
import type { Way } from '../../engine/way.ts';
import { removeUser, setUserPassword } from './userPassword.ts';

const CONNECT_MS = 20_000;
const refusals = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_ACCOUNT_HAS_BEEN_LOCKED',
  'ER_MUST_CHANGE_PASSWORD_LOGIN',
]);

/** Said of the database after the password was accepted. */
const NOT_PERMITTED = 'ER_DBACCESS_DENIED_ERROR';
/** Users of the server itself, who cannot sign in. */
const internal = new Set(['mysql.sys', 'mysql.session', 'mysql.infoschema', 'mariadb.sys']);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const signIn = async (
  facts: DatabaseFacts,
  stream: NonNullable<mysql.ConnectionOptions['stream']>,
): Promise<DatabaseSession> => {
  const connection = await mysql.createConnection({
    ...{ user: facts.user, password: facts.password, stream, connectTimeout: CONNECT_MS },
    ...(facts.database !== '' && { database: facts.database }),
    // The name of the machine is what its certificate is checked against.
    host: facts.address,
    ...(facts.tls && { ssl: { ...facts.tls, verifyIdentity: facts.tls.rejectUnauthorized } }),
    // A server may otherwise ask for files of its client.
    flags: ['-LOCAL_FILES'],
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
    setSecret: (change, isPush) => setUserPassword(connection, facts, change, isPush),
    removeAccount: (username) => removeUser(connection, facts, username),
    close: () => connection.destroy(),
  };
};

/** Works on a MySQL or MariaDB database. */
export const overMysql: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn: (facts, { socket }) => signIn(facts, socket),
    isRefusal: (error) => refusals.has(codeOf(error)),
    isAnswer: (error) => codeOf(error).startsWith('ER_'),
    isAccepted: (error) => codeOf(error) === NOT_PERMITTED,
  });
