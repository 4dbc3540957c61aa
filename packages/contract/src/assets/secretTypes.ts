/** Types of account secrets. */
export const secretTypes = ['password', 'ssh_key', 'access_key', 'token', 'api_key'] as const;

/** One of the secret types. */
export type SecretType = (typeof secretTypes)[number];
