import type { AccountSteps, DatabaseAccount, NewSecret } from '../../engine/databaseAccounts.ts';

/** Longest name of a login, and longest password, in characters. */
const MOST = 128;
/** What an identifier or a text in a statement would lose or not carry: a backslash joins the line that follows it. */
const controls = /\p{Cc}/u;

const isText = (text: string): boolean => text.length <= MOST && text.isWellFormed() && !controls.test(text);

const identifier = (name: string): string => `[${name.replaceAll(']', ']]')}]`;
const literal = (text: string): string => `N'${text.replaceAll("'", "''")}'`;

/**
 * The statement that sets the password of a login or creates it; parameters cannot stand there. A login that changes its
 * own password names the old one, and needs no rights then.
 */
export const loginStatement = (
  { username, secret }: NewSecret,
  { isNew, old }: { isNew: boolean; old?: string | undefined },
): string =>
  `${isNew ? 'create' : 'alter'} login ${identifier(username)} with password = ${literal(secret)}` +
  (old === undefined ? '' : ` old_password = ${literal(old)}`);

/** Runs a statement with texts as parameters; tells the rows as texts. */
export type Ask = (
  sql: string,
  parameters?: Readonly<Record<string, string>>,
) => Promise<(string | null)[][]>;

/** Columns of a login, as the server says them. */
const question = `select name, is_disabled, loginproperty(name, 'IsLocked'),
    case when is_srvrolemember('sysadmin', name) = 1 or is_srvrolemember('securityadmin', name) = 1 then 1 else 0 end
  from sys.server_principals where type = 'S' and name = @name`;

const isTrue = (value: string | null | undefined): boolean => value === 'true' || value === '1';

const unusable = (isDisabled: boolean, isLocked: boolean): string | undefined => {
  if (isDisabled) return 'the login is disabled';
  return isLocked ? 'the login is locked' : undefined;
};

/**
 * How logins are changed.
 *
 * @param own Password of the sign-in, for the login that signed in and changes its own; otherwise undefined.
 */
export const loginSteps = (
  ask: Ask,
  isAnswer: (error: unknown) => boolean,
  own: string | undefined,
): AccountSteps<DatabaseAccount> => ({
  // The server cuts spaces at the end of a name.
  isName: (username) => username !== '' && !username.endsWith(' ') && isText(username),
  isSecret: isText,
  read: async (username) => {
    const rows = await ask(question, { name: username });
    // The server takes names for equal that differ in case.
    const [, disabled, locked, ruler] = rows.find(([name]) => name === username) ?? [];
    if (disabled === undefined) return undefined;
    return { isAdministrator: isTrue(ruler), unusable: unusable(isTrue(disabled), isTrue(locked)) };
  },
  set: async (change, login) => {
    await ask(loginStatement(change, { isNew: !login, old: own }));
  },
  remove: async (username) => {
    await ask(`drop login ${identifier(username)}`);
  },
  isAnswer,
});
