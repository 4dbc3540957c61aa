import { opensInTerminal, TERMINAL_METHOD } from '../../platform/route/webTerminal.ts';
import type { ConnectMethod, PermedAccount, PermedAsset, TokenRequest } from './permedAsset.ts';

/** The user's choice; the secret is kept only while the dialog is open. */
export type Choice = { protocol: string; alias: string; username: string; secret: string };

/** What is stored about each asset: never a secret. */
export type LastChoice = { protocol: string; alias: string; username?: string };

const actionOf = (action: PermedAccount['actions'][number]) =>
  typeof action === 'string' ? action : action.value;

/** Categories whose assets can be opened with `@ANON`. */
const NAMELESS = ['web', 'custom'];

/** Accounts the user may connect as, in the server's order. */
export const usableAccounts = (asset: PermedAsset): PermedAccount[] =>
  asset.permed_accounts.filter(
    (account) =>
      (account.alias !== '@ANON' || NAMELESS.includes(asset.category?.value ?? '')) &&
      (account.actions.length === 0 || account.actions.some((action) => actionOf(action) === 'connect')),
  );

/** Protocols of the asset that this terminal may open for the user. */
export const usableProtocols = (
  asset: PermedAsset,
  methods: Record<string, ConnectMethod[]>,
): PermedAsset['permed_protocols'] =>
  asset.permed_protocols.filter((protocol) => (methods[protocol.name] ?? []).some(opensInTerminal));

/** What the user has to type for an account. `secret` may be left empty: the asset then asks for it. */
export type Needs = { username: boolean; secret: boolean };

/** Input needed for `account` before connecting. */
export const needsOf = (account: PermedAccount): Needs => {
  if (account.alias === '@ANON') return { username: false, secret: false };
  if (account.alias === '@INPUT') return { username: true, secret: true };
  if (account.alias === '@USER') return { username: false, secret: !account.has_secret };
  return { username: !account.has_username && !account.username, secret: !account.has_secret };
};

/** Why a check-out keeps the user from an account; undefined where none does. */
export const withheldOf = ({ checkout }: PermedAccount) => checkout?.withheld ?? undefined;

/** Finds an account by its id, alias, name or username; the id counts first, the username last. */
export const findAccount = (
  accounts: readonly PermedAccount[],
  preferred: string | undefined,
): PermedAccount | undefined =>
  preferred
    ? (['id', 'alias', 'name', 'username'] as const)
        .map((key) => accounts.find((account) => account[key] === preferred))
        .find((found) => found !== undefined)
    : undefined;

const MANAGERS = ['root', 'admin', 'administrator'];

/** Whether an account manages the machine. */
export const isPrivileged = ({ privileged, username }: PermedAccount): boolean =>
  privileged === true || MANAGERS.includes(username.toLowerCase());

/**
 * The initial choice. The account is the preferred one, else, of those that are not withheld, the last used, else the
 * least privileged of those that need no typing, else the least privileged; the protocol is the last used, else the first.
 */
export const initialChoice = (
  accounts: readonly PermedAccount[],
  protocols: readonly { name: string }[],
  last: LastChoice | undefined,
  preferred?: string,
): Choice => {
  const free = accounts.filter((account) => !withheldOf(account));
  const ready = free.filter((account) => !needsOf(account).secret && !needsOf(account).username);
  const least = (of: readonly PermedAccount[]) => of.find((account) => !isPrivileged(account)) ?? of[0];
  const account =
    findAccount(accounts, preferred) ??
    findAccount(free, last?.alias) ??
    least(ready) ??
    least(free) ??
    accounts[0];
  const protocol = protocols.find((protocol) => protocol.name === last?.protocol) ?? protocols[0];
  const isSame = account !== undefined && account.alias === last?.alias;
  return {
    protocol: protocol?.name ?? '',
    alias: account?.alias ?? '',
    username: isSame ? (last?.username ?? '') : '',
    secret: '',
  };
};

/** Input still missing before connecting. */
export const missingOf = (
  account: PermedAccount | undefined,
  choice: Choice,
): 'account' | 'protocol' | 'username' | null => {
  if (!account || withheldOf(account)) return 'account';
  if (!choice.protocol) return 'protocol';
  if (needsOf(account).username && choice.username.trim() === '') return 'username';
  return null;
};

/** The request for a connection token; typed text is included only where the account needs it. */
export const tokenRequest = (
  assetId: string,
  account: PermedAccount,
  choice: Choice,
  encrypted: string,
): TokenRequest => {
  const needs = needsOf(account);
  return {
    asset: assetId,
    account: account.alias,
    protocol: choice.protocol,
    connect_method: TERMINAL_METHOD,
    ...(needs.username && { input_username: choice.username.trim() }),
    ...(needs.secret && encrypted !== '' && { input_secret: encrypted }),
  };
};

/**
 * Whether the terminal can open without asking the user, who is always asked if the account uses the sign-in
 * password.
 */
export const isReady = (account: PermedAccount | undefined, choice: Choice): boolean =>
  missingOf(account, choice) === null &&
  account !== undefined &&
  !needsOf(account).secret &&
  !account.from_login;

/** The username an asset will see, if known in advance. */
export const shownUsername = (account: PermedAccount, choice: Choice): string => {
  if (needsOf(account).username) return choice.username.trim();
  return account.username.startsWith('@') ? '' : account.username;
};
