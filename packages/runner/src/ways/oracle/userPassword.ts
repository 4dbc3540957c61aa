import type { AccountSteps, DatabaseAccount, NewSecret } from '../../engine/databaseAccounts.ts';

/** Names that need no quotes, so that those of a sign-in and of a statement are the same user. */
const NAME = /^[A-Za-z][A-Za-z0-9_$#]{0,127}$/;
/** Longest password in bytes that every release since 12.1 takes. */
const MOST_SECRET_BYTES = 30;

/** The name as the server keeps it. */
const kept = (username: string): string => username.toUpperCase();
const identifier = (username: string): string => `"${kept(username)}"`;

/**
 * The statement that sets the password of a user or creates it; parameters cannot stand there. A user who changes the own
 * password names the old one, and needs no rights then.
 */
export const userStatement = (
  { username, secret }: NewSecret,
  { isNew, old }: { isNew: boolean; old?: string | undefined },
): string =>
  `${isNew ? 'create' : 'alter'} user ${identifier(username)} identified by "${secret}"` +
  (old === undefined ? '' : ` replace "${old}"`);

/** A password has no double quote, whatever the release, so that none ends it early. */
export const isPassword = (secret: string): boolean =>
  secret.isWellFormed() && !/["\p{Cc}]/u.test(secret) && Buffer.byteLength(secret) <= MOST_SECRET_BYTES;

/** Runs a statement with texts as parameters; tells the rows. */
export type Ask = (sql: string, parameters?: Readonly<Record<string, string>>) => Promise<unknown[][]>;

/** Privileges with which a user could take those of others. */
const POWERFUL = `'ALTER USER', 'GRANT ANY ROLE', 'GRANT ANY PRIVILEGE', 'BECOME USER', 'EXECUTE ANY PROCEDURE'`;
const question = `select u.account_status, u.authentication_type,
    case when u.oracle_maintained = 'Y'
      or exists (select 1 from dba_role_privs r where r.grantee = u.username and r.granted_role in ('DBA', 'IMP_FULL_DATABASE', 'DATAPUMP_IMP_FULL_DATABASE'))
      or exists (select 1 from dba_sys_privs s where s.grantee = u.username and s.privilege in (${POWERFUL})) then 'Y' else 'N' end
  from dba_users u where u.username = :name`;
/** What a user may ask about itself. */
const ownQuestion = 'select account_status from user_users where username = :name';

const unusable = (status: unknown, type: unknown): string | undefined => {
  if (String(status).includes('LOCKED')) return 'the user is locked';
  return type === 'PASSWORD' ? undefined : 'the user signs in without a password';
};

/**
 * How users are changed. A new one gets the right to sign in, and no other.
 *
 * @param own Password of the sign-in, for the user who signed in and changes the own one; otherwise undefined.
 */
export const userSteps = (
  ask: Ask,
  isAnswer: (error: unknown) => boolean,
  own: string | undefined,
): AccountSteps<DatabaseAccount> => ({
  isName: (username) => NAME.test(username),
  isSecret: isPassword,
  read: async (username) => {
    const [row] = await ask(own === undefined ? question : ownQuestion, { name: kept(username) });
    if (!row) return undefined;
    const [status, type = 'PASSWORD', ruler = 'N'] = row;
    return { isAdministrator: ruler === 'Y', unusable: unusable(status, type) };
  },
  set: async (change, user) => {
    const isNew = !user;
    if (isNew) {
      await ask(userStatement(change, { isNew }));
      // Without it there is a user who cannot sign in: the sign-in that follows shows so.
      await ask(`grant create session to ${identifier(change.username)}`).catch((error: unknown) => {
        if (!isAnswer(error)) throw error;
      });
    } else await ask(userStatement(change, { isNew, old: own }));
  },
  // What owns something stays: the server says so.
  remove: async (username) => {
    await ask(`drop user ${identifier(username)}`);
  },
  isAnswer,
});
