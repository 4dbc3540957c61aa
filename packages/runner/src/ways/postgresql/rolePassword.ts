import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import pg from 'pg';
import { accountUnmade, secretUnchanged, secretUnfit, secretUntouched } from '../../engine/secretFailure.ts';

/** Longest name of a role in bytes; PostgreSQL cuts longer ones, which would name another role. */
const MOST_NAME_BYTES = 63;
/** Rounds of SCRAM: the usual number, and the most that the driver takes. */
const [ROUNDS, MOST_ROUNDS] = [4096, 100_000];

/** Characters that clients replace before they prove a password (SASLprep), not all of them in the same way. */
const REPLACED =
  /\0|\u00A0|\u00AD|\u034F|\u1680|\u1806|[\u180B-\u180D]|[\u2000-\u200D]|\u202F|\u205F|\u2060|\u3000|[\uFE00-\uFE0F]|\uFEFF/;

/** Whether a name names the role of exactly this name. */
export const isRoleName = (username: string): boolean =>
  username !== '' &&
  !username.includes('\0') &&
  username.isWellFormed() &&
  Buffer.byteLength(username) <= MOST_NAME_BYTES;

const fits = ({ username, secret }: Pick<SecretChange, 'username' | 'secret'>): boolean =>
  isRoleName(username) &&
  secret.isWellFormed() &&
  !REPLACED.test(secret) &&
  secret.normalize('NFKC') === secret;

/** What the server keeps of a password by SCRAM, which tells the password to no log of the server. */
const scramOf = (secret: string, rounds: number): string => {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(secret, salt, rounds, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
};

/** A password as a server keeps it that wants passwords kept this way. */
export const keptPassword = (
  { username, secret }: Pick<SecretChange, 'username' | 'secret'>,
  server: { encryption: string; rounds: string | null },
): string =>
  server.encryption === 'scram-sha-256'
    ? scramOf(secret, Math.min(Math.max(Number(server.rounds) || ROUNDS, ROUNDS), MOST_ROUNDS))
    : `md5${createHash('md5')
        .update(secret + username)
        .digest('hex')}`;

type Client = Pick<pg.Client, 'escapeIdentifier' | 'escapeLiteral'>;

/** The statement that sets what is kept of a password, quoted by the driver; parameters cannot stand there. */
export const roleStatement = (
  { username, kept, isNew }: { username: string; kept: string; isNew: boolean },
  client: Client,
): string => {
  const role = client.escapeIdentifier(username);
  const password = client.escapeLiteral(kept);
  return isNew ? `create role ${role} login password ${password}` : `alter role ${role} password ${password}`;
};

type Role = { can_login: boolean; is_super: boolean; is_expired: boolean };

/** Why the password of a role is left as it is; undefined where it can be set. */
const reasonAgainst = (role: Role | undefined, isPush: boolean): string | undefined => {
  if (!role) return isPush ? undefined : 'no such role';
  if (!role.can_login) return 'the role may not sign in';
  if (role.is_expired) return 'the password of the role has expired by its date';
  return isPush && role.is_super ? 'the role is a superuser' : undefined;
};

/** Sets the password of a role; a push creates the role if it is missing. */
export const setRolePassword = async (
  client: pg.Client,
  place: { address: string; port: number },
  change: SecretChange,
  isPush: boolean,
): Promise<void> => {
  const { username } = change;
  const about = { address: place.address, port: place.port, username };
  if (!fits(change)) throw secretUnfit(username);
  const read = async () => {
    const { rows } = await client.query<Role>(
      `select rolcanlogin as can_login, rolsuper as is_super, coalesce(rolvaliduntil <= now(), false) as is_expired
        from pg_catalog.pg_roles where rolname = $1`,
      [username],
    );
    const { rows: settings } = await client.query<{ encryption: string; rounds: string | null }>(
      `select current_setting('password_encryption') as encryption, current_setting('scram_iterations', true) as rounds`,
    );
    return { role: rows[0], server: settings[0] ?? { encryption: 'scram-sha-256', rounds: null } };
  };
  const { role, server } = await read().catch((error: unknown) => {
    throw secretUntouched(about, error instanceof Error ? error.message : String(error));
  });
  const reason = reasonAgainst(role, isPush);
  if (reason) throw secretUntouched(about, reason);
  try {
    await client.query(roleStatement({ username, kept: keptPassword(change, server), isNew: !role }, client));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw role ? secretUnchanged(about, error.message) : accountUnmade(about, error.message);
  }
};
