import { Connection, Request } from 'tedious';
import {
  connectedSocket,
  type DatabaseFacts,
  type DatabaseSession,
  onDatabase,
} from '../../engine/database.ts';
import type { Way } from '../../engine/way.ts';

const CONNECT_MS = 20_000;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const connect = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });

const column = (connection: Connection, sql: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const values: string[] = [];
    const request = new Request(sql, (error) => (error ? reject(error) : resolve(values)));
    request.on('row', (columns: { value: unknown }[]) => values.push(String(columns[0]?.value ?? '')));
    connection.execSqlBatch(request);
  });

const signIn = async (
  facts: DatabaseFacts,
  socket: () => ReturnType<typeof connectedSocket>,
): Promise<DatabaseSession> => {
  const { tls } = facts;
  const connection = new Connection({
    server: facts.address,
    authentication: { type: 'default', options: { userName: facts.user, password: facts.password } },
    options: {
      ...{ port: facts.port, connectTimeout: CONNECT_MS, connector: async () => socket() },
      ...(facts.database !== '' && { database: facts.database }),
      // Always: without encryption, the password of a sign-in is only disguised. Every server has a certificate.
      encrypt: true,
      trustServerCertificate: !tls?.rejectUnauthorized,
      ...(tls?.servername && { serverName: tls.servername }),
      ...(tls?.ca && { cryptoCredentialsDetails: { ca: tls.ca } }),
      appName: 'gatehouse',
    },
  });
  connection.on('error', () => undefined);
  await connect(connection);
  return {
    version: async () =>
      (await column(connection, "select cast(serverproperty('ProductVersion') as varchar(64))"))[0] ?? '',
    accounts: () =>
      column(
        connection,
        "select top 10000 name from sys.server_principals where type in ('S', 'U') and is_disabled = 0 order by 1",
      ),
    close: () => connection.close(),
  };
};

/** Works on a SQL Server database. */
export const overSqlserver: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn: (facts, { socket }) => signIn(facts, () => connectedSocket(socket)),
    isRefusal: (error) => codeOf(error) === 'ELOGIN',
    isAnswer: (error) => codeOf(error) === 'EREQUEST',
  });
