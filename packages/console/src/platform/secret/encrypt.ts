import type { Cookies } from '../storage/cookies.ts';

/** Cookie with the public key of the web session. */
const PUBLIC_KEY_COOKIE = 'jms_public_key';

/** Encrypts one secret for sending. */
export type Encrypt = (value: string) => Promise<string>;

/** Fields every form encrypts by default. */
export const secretFields = ['password', 'token', 'private_key'] as const;

/**
 * Creates a function that encrypts secrets with the public key in the cookie; without the cookie, they stay
 * unencrypted. The libraries are loaded when the first secret is sent.
 */
export const createEncrypt =
  (cookies: Pick<Cookies, 'get'>): Encrypt =>
  async (value) => {
    const publicKey = cookies.get(PUBLIC_KEY_COOKIE);
    if (!value || !publicKey) return value;
    const { encryptSecret } = await import('./encryptSecret.ts');
    return encryptSecret(value, publicKey);
  };

/** A copy of form values in which the named texts are encrypted, unless empty. */
export const encryptFields = async <T extends Record<string, unknown>>(
  values: T,
  names: readonly string[],
  encrypt: Encrypt,
): Promise<T> => {
  const entries = await Promise.all(
    Object.entries(values).map(async ([name, value]) => {
      const isSecret = names.includes(name) && typeof value === 'string' && value !== '';
      return [name, isSecret ? await encrypt(value) : value] as const;
    }),
  );
  return Object.fromEntries(entries) as T;
};
