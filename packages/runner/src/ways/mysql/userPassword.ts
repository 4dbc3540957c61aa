import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import type mysql from 'mysql2/promise';
import {
  accountUnmade,
  accountUnremoved,
  secretUnchanged,
  secretUnfit,
  secretUntouched,
} from '../../engine/secretFailure.ts';

/** Longest name of a user that any of these servers takes. */
const MOST_NAME = 128;
/** Plugins that sign users in by a password that the server keeps; others ask something else, such as the system. */
const byPassword: ReadonlySet<string> = new Set([
  ...['', 'mysql_native_password', 'mysql_old_password', 'sha256_password', 'caching_sha2_password'],
  ...['ed25519', 'parsec'],
]);

/** Whether a name and a password stay what they are; the server cuts spaces at the end of a name. */
const fits = ({ username, secret }: Pick<SecretChange, 'username' | 'secret'>): boolean =>
  username !== '' &&
  username.length <= MOST_NAME &&
  !username.endsWith(' ') &&
  [username, secret].every((text) => text.isWellFormed() && !text.includes('\0'));

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
  { username, secret }: Pick<SecretChange, 'username' | 'secret'>,
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

/** Why the password of a user is left as it is; undefined where it can be set. */
const reasonAgainst = (entries: readonly Entry[], usable: readonly Entry[], isPush: boolean) => {
  if (entries.length === 0) return isPush ? undefined : 'no such user';
  if (usable.length === 0) return 'the user is locked or signs in without a password';
  return isPush && entries.some(({ Super_priv }) => Super_priv === 'Y')
    ? 'the user is an administrator of the server'
    : undefined;
};

/** What the server said; where it quotes a statement, that would tell the secret. */
const saidBy = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'ER_PARSE_ERROR' ? String(code) : String(message);
};

const isAnswer = (error: unknown): boolean =>
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

const read = async (connection: mysql.Connection, username: string, isOwn: boolean) => {
  // Quoting by the driver is right where backslashes escape and double quotes are quotes.
  await connection.query("set session sql_mode = ''");
  const [server] = await rowsOf<{ version: string }>(connection, 'select version() as version');
  // The server takes names for equal that differ in spaces at their ends.
  const entries = (await entriesOf(connection, username, isOwn)).filter(
    ({ User }) => String(User) === username,
  );
  return { entries, isMariadb: /mariadb/i.test(String(server?.version)) };
};

/**
 * Sets the password of a user, whatever the hosts; of the user who is signed in, for the host of this sign-in. A push
 * creates the user for any host if it is missing.
 */
export const setUserPassword = async (
  connection: mysql.Connection,
  place: { address: string; port: number; user: string },
  change: SecretChange,
  isPush: boolean,
): Promise<void> => {
  const { username } = change;
  const about = { address: place.address, port: place.port, username };
  if (!fits(change)) throw secretUnfit(username);
  const { entries, isMariadb } = await read(connection, username, !isPush && username === place.user).catch(
    (error: unknown) => {
      throw secretUntouched(about, saidBy(error));
    },
  );
  const usable = entries.filter(
    ({ plugin, account_locked }) => byPassword.has(plugin ?? '') && account_locked !== 'Y',
  );
  const reason = reasonAgainst(entries, usable, isPush);
  if (reason) throw secretUntouched(about, reason);
  const hosts = usable.map(({ Host }) => String(Host));
  try {
    for (const { sql, values } of userStatements(change, hosts, isMariadb))
      await connection.query(sql, values);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    throw hosts.length > 0 ? secretUnchanged(about, saidBy(error)) : accountUnmade(about, saidBy(error));
  }
};

/** Removes a user, whatever the hosts; one that is not there is removed already, and an administrator stays. */
export const removeUser = async (
  connection: mysql.Connection,
  place: { address: string; port: number },
  username: string,
): Promise<void> => {
  const about = { address: place.address, port: place.port, username };
  const { entries } = await read(connection, username, false);
  if (entries.length === 0) return;
  if (entries.some(({ Super_priv }) => Super_priv === 'Y'))
    throw accountUnremoved(about, 'the user is an administrator of the server');
  try {
    await connection.query(
      `drop user ${entries.map(() => '?@?').join(', ')}`,
      entries.flatMap(({ Host }) => [username, String(Host)]),
    );
  } catch (error) {
    if (!isAnswer(error)) throw error;
    throw accountUnremoved(about, saidBy(error));
  }
};
