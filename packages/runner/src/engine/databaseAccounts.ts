import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import type { DatabaseFacts } from './database.ts';
import {
  accountUnmade,
  accountUnremoved,
  secretUnchanged,
  secretUnfit,
  secretUntouched,
} from './secretFailure.ts';

/** What is set, and for whom. */
export type NewSecret = Pick<SecretChange, 'username' | 'secret'>;
type Place = Pick<DatabaseFacts, 'address' | 'port'>;

/** An account of a database, as far as it decides what may be done with it. */
export type DatabaseAccount = {
  /** It rules over the server: a push would take it over, a removal could leave the server to no one. */
  isAdministrator: boolean;
  /** Why no sign-in could prove a new password of it. */
  unusable?: string | undefined;
};

/** What databases differ in when their accounts are changed. */
export type AccountSteps<A extends DatabaseAccount> = {
  /** Whether a name names the account of exactly this name. */
  isName: (username: string) => boolean;
  /** Whether a password stays what it is on its way into the database. */
  isSecret: (secret: string) => boolean;
  /** The account of this name, if there is one. */
  read: (username: string) => Promise<A | undefined>;
  /** Sets the password; creates the account where there is none. */
  set: (change: NewSecret, account: A | undefined) => Promise<void>;
  remove: (username: string, account: A) => Promise<void>;
  /** Whether the database refused what it was asked for; any other error leaves open what it did. */
  isAnswer: (error: unknown) => boolean;
  /** What the database said, without what it quotes of a statement. */
  said?: (error: unknown) => string;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const RULES = 'the account is an administrator of the server';

/** Why the password of an account is left as it is; undefined where it can be set. */
const reasonAgainst = (account: DatabaseAccount | undefined, isPush: boolean): string | undefined => {
  if (!account) return isPush ? undefined : 'no such account';
  return account.unusable ?? (isPush && account.isAdministrator ? RULES : undefined);
};

/** Sets the password of an account; a push creates the account if it is missing. */
export const setAccountSecret = async <A extends DatabaseAccount>(
  { isName, isSecret, read, set, isAnswer, said = messageOf }: AccountSteps<A>,
  { address, port }: Place,
  change: NewSecret,
  isPush: boolean,
): Promise<void> => {
  const { username, secret } = change;
  const about = { address, port, username };
  if (!isName(username) || !isSecret(secret)) throw secretUnfit(username);
  const account = await read(username).catch((error: unknown) => {
    throw secretUntouched(about, said(error));
  });
  const reason = reasonAgainst(account, isPush);
  if (reason) throw secretUntouched(about, reason);
  try {
    await set(change, account);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    throw account ? secretUnchanged(about, said(error)) : accountUnmade(about, said(error));
  }
};

/** Removes an account; one that is not there is removed already, and an administrator stays. */
export const removeAccount = async <A extends DatabaseAccount>(
  { isName, read, remove, isAnswer, said = messageOf }: AccountSteps<A>,
  { address, port }: Place,
  username: string,
): Promise<void> => {
  const about = { address, port, username };
  if (!isName(username)) throw accountUnremoved(about, 'no name of an account');
  const account = await read(username);
  if (!account) return;
  if (account.isAdministrator) throw accountUnremoved(about, RULES);
  try {
    await remove(username, account);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    throw accountUnremoved(about, said(error));
  }
};
