import { randomUUID } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { Settings } from '../settings.ts';
import { type KeyValue, type KeyValuePlace, keyValueAt } from './keyValue.ts';

type Sealed = string | null | undefined;

/**
 * Where the secrets of accounts, of templates and of their history lie (decision 0328). Whatever its row
 * holds, a secret is opened after `fetch`.
 */
export type SecretStore = {
  /** Puts a sealed value where secrets belong now; resolves with what its row is to hold. */
  keep(sealed: string): Promise<string>;
  /** Sealed values by what their rows hold, in order. */
  fetch<V extends Sealed>(held: readonly V[]): Promise<(V | string)[]>;
};

/** The database: a row holds the sealed value itself. */
export const inDatabase: SecretStore = {
  keep: async (sealed) => sealed,
  fetch: async (held) => [...held],
};

/** Position of the cipher text among the parts of a sealed value. */
const cipherAt = 3;
/**
 * The shortest cipher text, that of an empty secret, has 38 characters: neither is taken for the other.
 */
export const referenceLength = 36;
const reference = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The cipher text of a sealed value, or the reference in its place. */
export const cipherOf = (sealed: string): string => sealed.split('.')[cipherAt] ?? '';

/** Whether a row holds the reference to a cipher text in the vault. */
export const isElsewhere = (held: Sealed): held is string =>
  typeof held === 'string' && reference.test(cipherOf(held));

const withCipher = (sealed: string, cipher: string): string =>
  [...sealed.split('.').slice(0, cipherAt), cipher].join('.');

/** Path in the vault of what a reference names. */
export const pathOf = (name: string): string => `secrets/${name}`;

/** How many requests the vault gets at once. */
export const atOnce = 8;

/** Runs the tasks, a few at once; the first failure ends it. */
export const fewAtOnce = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(run))));
  return results;
};

/** Whether a secret cannot be read because the vault does not have it. */
export const isLost = (error: unknown): boolean =>
  error instanceof AppError && error.messageKey === 'vault_lost';

/** The cipher text that a reference names. */
export const readCipher = async (keyValue: KeyValue, name: string): Promise<string> => {
  const cipher = await keyValue.read(pathOf(name));
  if (cipher === undefined) throw new AppError('vault_unavailable', {}, { messageKey: 'vault_lost' });
  return cipher;
};

/**
 * A vault: it holds the cipher texts, the rows hold the keys to them, encrypted by the master key. Neither
 * opens a secret without the other. A secret never changes its place, so that nothing is ever half-written.
 */
export const inVault = (keyValue: () => KeyValue): SecretStore => ({
  keep: async (sealed) => {
    const name = randomUUID();
    await keyValue().write(pathOf(name), cipherOf(sealed));
    return withCipher(sealed, name);
  },
  fetch: async (held) => {
    const names = [...new Set(held.flatMap((value) => (isElsewhere(value) ? [cipherOf(value)] : [])))];
    if (names.length === 0) return [...held];
    const vault = keyValue();
    const found = await fewAtOnce(names, async (name) => [name, await readCipher(vault, name)] as const);
    const ciphers = new Map(found);
    return held.map((value) =>
      isElsewhere(value) ? withCipher(value, ciphers.get(cipherOf(value)) ?? '') : value,
    );
  },
});

/** The vault of the settings, as far as they name one. */
export const vaultPlaceOf = (settings: Pick<Settings, 'get'>): KeyValuePlace => ({
  host: settings.get('VAULT_HCP_HOST'),
  token: settings.get('VAULT_HCP_TOKEN'),
  mount: settings.get('VAULT_HCP_MOUNT_POINT'),
});

/**
 * The store that the environment chooses for new secrets. What lies in the vault is read from there, chosen
 * or not.
 */
export const createSecretStore = (settings: Pick<Settings, 'get'>): SecretStore => {
  const vault = inVault(() => keyValueAt(vaultPlaceOf(settings)));
  return {
    keep: (sealed) => (settings.get('VAULT_ENABLED') ? vault : inDatabase).keep(sealed),
    fetch: vault.fetch,
  };
};
