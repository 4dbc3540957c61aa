import type mysql from 'mysql2/promise';
import type { AccountSteps, DatabaseAccount, NewSecret } from '../../engine/databaseAccounts.ts';

/** Users of the server itself, who cannot sign in; what they own works no more without them. */
export const internal: ReadonlySet<string> = new Set([
  ...['mysql.sys', 'mysql.session', 'mysql.infoschema', 'mariadb.sys'],
]);
/** Longest name of a user that any of these servers takes. */
const MOST_NAME = 128;
/** Plugins that sign users in by a password that the server keeps; others ask something else, such as the system. */
const byPassword: ReadonlySet<string> = new Set([
  ...['', 'mysql_native_password', 'mysql_old_password', 'sha256_password', 'caching_sha2_password'],
  ...['ed25519', 'parsec'],
]);

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** A user of a host, with the columns that the server has of those that matter. */
type Entry = {
  User: string;
  Host: string;
  plugin?: string | null;
  is_role?: string;
  account_locked?: string;
  Super_priv?: string;
};
type Statement = { sql: string; values: string[] };

/** The statements that set a password for entries of a user, or create the user; their values are quoted by the driver. */
export const userStatements = (
  { username, secret }: NewSecret,
  hosts: readonly string[],
  isMariadb: boolean,
): Statement[] => {
  if (hosts.length === 0) return [{ sql: "create user ?@'%' identified by ?", values: [username, secret] }];
  // MariaDB would replace the plugin of the user with its default one otherwise.
  if (isMariadb)
    return hosts.map((host) => ({
      sql: 'set password for ?@? = password(?)',
      values: [username, host, secret],
    }));
  return [
    {
      sql: `alter user ${hosts.map(() => '?@? identified by ?').join(', ')}`,
      values: hosts.flatMap((host) => [username, host, secret]),
    },
  ];
};

/** What the server said; where it quotes a statement, that would tell the secret. */
const saidBy = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'ER_PARSE_ERROR' ? String(code) : String(message);
};

/** Whether the server answered with an error. */
export const isAnswer = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code ?? '').startsWith('ER_');

const rowsOf = async <T>(connection: mysql.Connection, sql: string, values: string[] = []): Promise<T[]> => {
  const [rows] = await connection.query<mysql.RowDataPacket[]>(sql, values);
  return rows as unknown as T[];
};

/** The entries of a user; of the one who is signed in, the entry of this sign-in, which needs no rights. */
const entriesOf = async (
  connection: mysql.Connection,
  username: string,
  isOwn: boolean,
): Promise<Entry[]> => {
  if (isOwn) {
    const [own] = await rowsOf<{ me: string }>(connection, 'select current_user() as me');
    const at = own?.me.lastIndexOf('@') ?? -1;
    return [{ User: own?.me.slice(0, at) ?? '', Host: own?.me.slice(at + 1) ?? '' }];
  }
  const rows = await rowsOf<Entry>(connection, 'select * from mysql.user where user = ?', [username]);
  return rows.filter(({ is_role }) => is_role !== 'Y');
};

type User = DatabaseAccount & { hosts: string[]; usable: string[]; isMariadb: boolean };

const read = async (
  connection: mysql.Connection,
  username: string,
  isOwn: boolean,
): Promise<User | undefined> => {
  // Quoting by the driver is right where backslashes escape and double quotes are quotes.
  await connection.query("set session sql_mode = ''");
  const [server] = await rowsOf<{ version: string }>(connection, 'select version() as version');
  // The server takes names for equal that differ in spaces at their ends.
  const entries = (await entriesOf(connection, username, isOwn)).filter(
    ({ User }) => String(User) === username,
  );
  if (entries.length === 0) return undefined;
  const usable = entries.filter(
    ({ plugin, account_locked }) => byPassword.has(plugin ?? '') && account_locked !== 'Y',
  );
  const hostsOf = (some: readonly Entry[]) => some.map(({ Host }) => String(Host));
  return {
    isAdministrator:
      internal.has(username.toLowerCase()) || entries.some(({ Super_priv }) => Super_priv === 'Y'),
    unusable: usable.length === 0 ? 'the user is locked or signs in without a password' : undefined,
    hosts: hostsOf(entries),
    usable: hostsOf(usable),
    isMariadb: /mariadb/i.test(String(server?.version)),
  };
};

/**
 * How users are changed, whatever their hosts; `isOwn`: the one who is signed in, for the host of this sign-in. A user that is
 * missing is created for any host.
 */
export const userSteps = (connection: mysql.Connection, isOwn: boolean): AccountSteps<User> => ({
  // The server cuts spaces at the end of a name.
  isName: (username) =>
    username !== '' && username.length <= MOST_NAME && !username.endsWith(' ') && isText(username),
  isSecret: isText,
  read: (username) => read(connection, username, isOwn),
  set: async (change, user) => {
    const { usable, isMariadb } = user ?? { usable: [], isMariadb: false };
    for (const { sql, values } of userStatements(change, usable, isMariadb))
      await connection.query(sql, values);
  },
  remove: async (username, { hosts }) => {
    await connection.query(
      `drop user ${hosts.map(() => '?@?').join(', ')}`,
      hosts.flatMap((host) => [username, host]),
    );
  },
  isAnswer,
  said: saidBy,
});
