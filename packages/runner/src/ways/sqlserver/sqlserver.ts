import { Connection, Request, TYPES } from 'tedious';
import {
  connectedSocket,
  type DatabaseFacts,
  type DatabaseSession,
  onDatabase,
} from '../../engine/database.ts';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import type { Way } from '../../engine/way.ts';
import { type Ask, loginSteps } from './loginPassword.ts';
import { runBatches } from './runBatches.ts';

const CONNECT_MS = 20_000;
const MOST_VALUE_BYTES = 65_536;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const connect = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

const askOn =
  (connection: Connection): Ask =>
  (sql, parameters = {}) =>
    new Promise((resolve, reject) => {
      const rows: (string | null)[][] = [];
      const request = new Request(sql, (error) => (error ? reject(error) : resolve(rows)));
      const values = Object.entries(parameters);
      for (const [name, value] of values) request.addParameter(name, TYPES.NVarChar, value);
      request.on('row', (columns: { value: unknown }[]) =>
        rows.push(columns.map(({ value }) => textOf(value))),
      );
      if (values.length > 0) connection.execSql(request);
      else connection.execSqlBatch(request);
    });

const isAnswer = (error: unknown): boolean => codeOf(error) === 'EREQUEST';

const signIn = async (
  facts: DatabaseFacts,
  socket: () => ReturnType<typeof connectedSocket>,
  isLong: boolean,
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
      // Statements of users have the time limit of their work; a value is read as far as it may be shown.
      ...(isLong && { requestTimeout: 0, textsize: MOST_VALUE_BYTES }),
    },
  });
  connection.on('error', () => undefined);
  await connect(connection);
  const ask = askOn(connection);
  const column = async (sql: string) => (await ask(sql)).map(([value]) => value ?? '');
  return {
    version: async () =>
      (await column("select cast(serverproperty('ProductVersion') as varchar(64))"))[0] ?? '',
    accounts: () =>
      column(
        "select top 10000 name from sys.server_principals where type in ('S', 'U') and is_disabled = 0 order by 1",
      ),
    setSecret: (change, isPush) => {
      const own = !isPush && change.username === facts.user ? facts.password : undefined;
      return setAccountSecret(loginSteps(ask, isAnswer, own), facts, change, isPush);
    },
    removeAccount: (username) => removeAccount(loginSteps(ask, isAnswer, undefined), facts, username),
    run: (text, results) => runBatches(connection, text, results),
    cancel: () => void connection.cancel(),
    close: () => connection.close(),
  };
};

/** Works on a SQL Server database. */
export const overSqlserver: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn: (facts, { socket }) => {
      // A login proves itself by signing in, whatever database it may use.
      const database = work.kind === 'verify_account' ? '' : facts.database;
      return signIn({ ...facts, database }, () => connectedSocket(socket), work.kind === 'run_command');
    },
    isRefusal: (error) => codeOf(error) === 'ELOGIN',
    isAnswer,
  });
