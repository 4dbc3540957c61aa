import mysql from 'mysql2/promise';
import { type DatabaseFacts, type DatabaseSession, onDatabase } from '../../engine/database.ts';
import type { Way } from '../../engine/way.ts';

const CONNECT_MS = 20_000;
const refusals = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_ACCOUNT_HAS_BEEN_LOCKED',
  'ER_MUST_CHANGE_PASSWORD_LOGIN',
]);

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
    accounts: () => column('select distinct user from mysql.user order by 1 limit 10000'),
    close: () => connection.destroy(),
  };
};

/** Works on a MySQL or MariaDB database. */
export const overMysql: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn: (facts, { socket }) => signIn(facts, socket),
    isRefusal: (error) => refusals.has(codeOf(error)),
    isAnswer: (error) => codeOf(error).startsWith('ER_'),
  });
