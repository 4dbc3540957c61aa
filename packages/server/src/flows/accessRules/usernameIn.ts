/** The username of an account or a user whom sessions and logs show as `name(username)`. */
export const usernameIn = (account: string): string => /\(([^()]*)\)$/.exec(account)?.[1] ?? account;
