import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { AccountSteps, DatabaseAccount, NewSecret } from '../../engine/databaseAccounts.ts';
import { isStableSecret } from '../../engine/stableSecret.ts';

/** Longest name of a role in bytes; PostgreSQL cuts longer ones, which would name another role. */
const MOST_NAME_BYTES = 63;
/** Rounds of SCRAM: the usual number, and the most that the driver takes. */
const [ROUNDS, MOST_ROUNDS] = [4096, 100_000];

/** Whether a name names the role of exactly this name. */
const isRoleName = (username: string): boolean =>
  username !== '' &&
  !username.includes('\0') &&
  username.isWellFormed() &&
  Buffer.byteLength(username) <= MOST_NAME_BYTES;

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
  { username, secret }: NewSecret,
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

type Row = { can_login: boolean; is_super: boolean; is_expired: boolean };
type Role = DatabaseAccount & { server: { encryption: string; rounds: string | null } };

const unusable = ({ can_login, is_expired }: Row): string | undefined => {
  if (!can_login) return 'the role may not sign in';
  return is_expired ? 'the password of the role has expired by its date' : undefined;
};

/** How roles are changed. What owns something is not removed. */
export const roleSteps = (client: pg.Client): AccountSteps<Role> => {
  const serverOf = async () => {
    const { rows } = await client.query<Role['server']>(
      `select current_setting('password_encryption') as encryption, current_setting('scram_iterations', true) as rounds`,
    );
    return rows[0] ?? { encryption: 'scram-sha-256', rounds: null };
  };
  return {
    isName: isRoleName,
    isSecret: isStableSecret,
    read: async (username) => {
      const { rows } = await client.query<Row>(
        `select rolcanlogin as can_login, rolsuper as is_super, coalesce(rolvaliduntil <= now(), false) as is_expired
          from pg_catalog.pg_roles where rolname = $1`,
        [username],
      );
      const [role] = rows;
      if (!role) return undefined;
      return { isAdministrator: role.is_super, unusable: unusable(role), server: await serverOf() };
    },
    set: async (change, role) => {
      const kept = keptPassword(change, role?.server ?? (await serverOf()));
      await client.query(roleStatement({ username: change.username, kept, isNew: !role }, client));
    },
    remove: async (username) => {
      await client.query(`drop role ${client.escapeIdentifier(username)}`);
    },
    isAnswer: (error) => error instanceof pg.DatabaseError,
    said: (error) => {
      const { message, detail } = error as Partial<pg.DatabaseError>;
      return [message, detail].filter(Boolean).join('\n');
    },
  };
};
