import type { FoundAccount } from './way.ts';

/** Most accounts that are reported of one machine. */
const MOST_ACCOUNTS = 10_000;
const MOST_NAME = 32;
const MOST_ADDRESS = 39;

/** When and from where an account signed in last; `at` in ms. */
export type Login = { address: string; at: number };

const isAddress = (text: string): boolean => /^[\p{L}\p{N}.:%_-]{1,39}$/u.test(text);
/** As far as calendars agree. */
const isInstant = (at: number): boolean => at > 0 && at < Date.UTC(3000, 0);

/** Accounts with their last logins, each name once; names that no account of ours can have are left out. */
export const accountList = (names: readonly string[], logins: ReadonlyMap<string, Login>): FoundAccount[] => {
  const fit = [...new Set(names)].filter(
    (name) => name !== '' && name.length <= MOST_NAME && !/[\p{Cc}\p{Cs}]/u.test(name),
  );
  return fit.slice(0, MOST_ACCOUNTS).map((username) => {
    const login = logins.get(username);
    const address = login?.address.slice(0, MOST_ADDRESS) ?? '';
    return {
      username,
      address_last_login: isAddress(address) ? address : '',
      date_last_login: login && isInstant(login.at) ? new Date(login.at).toISOString() : null,
    };
  });
};
