/** The username of an account that a session shows as `name(username)`. */
export const usernameIn = (account: string): string => /\(([^()]*)\)$/.exec(account)?.[1] ?? account;
