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
  /** What a row is to hold of a sealed value, and how that is put where secrets belong. */
  place(sealed: string): { held: string; write(): Promise<void> };
  /** Sealed values by what their rows hold, in order. */
  fetch<V extends Sealed>(held: readonly V[]): Promise<(V | string)[]>;
};

/** The database: a row holds the sealed value itself. */
export const inDatabase: SecretStore = {
  keep: async (sealed) => sealed,
  place: (sealed) => ({ held: sealed, write: async () => undefined }),
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

const placeInVault = (sealed: string, keyValue: () => KeyValue): ReturnType<SecretStore['place']> => {
  const name = randomUUID();
  return {
    held: withCipher(sealed, name),
    write: () => keyValue().write(pathOf(name), cipherOf(sealed)),
  };
};

/**
 * A vault: it holds the cipher texts, the rows hold the keys to them, encrypted by the master key. Neither
 * opens a secret without the other. A secret never changes its place, so that nothing is ever half-written.
 */
export const inVault = (keyValue: () => KeyValue): SecretStore => ({
  keep: async (sealed) => {
    const { held, write } = placeInVault(sealed, keyValue);
    await write();
    return held;
  },
  place: (sealed) => placeInVault(sealed, keyValue),
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
  const chosen = () => (settings.get('VAULT_ENABLED') ? vault : inDatabase);
  return {
    keep: (sealed) => chosen().keep(sealed),
    place: (sealed) => chosen().place(sealed),
    fetch: vault.fetch,
  };
};

/**
 * A store that has read these values in advance, a few at once. A value that could not be read is read again by the row
 * that needs it, which then reports the error.
 */
export const readAhead = async (store: SecretStore, held: readonly Sealed[]): Promise<SecretStore> => {
  const known = new Map<Sealed, Sealed>();
  await fewAtOnce([...new Set(held.filter(isElsewhere))], async (value) => {
    const [sealed] = await store.fetch([value]).catch(() => []);
    if (sealed) known.set(value, sealed);
  });
  return {
    ...store,
    fetch: async <V extends Sealed>(wanted: readonly V[]) => {
      const unknown = await store.fetch(wanted.filter((value) => !known.has(value)));
      return wanted.map((value) => (known.get(value) as V | undefined) ?? (unknown.shift() as V | string));
    },
  };
};

/** A store that writes what it is given together, when it is told to. */
type GatheringStore = SecretStore & {
  /** Writes what was given since, a few at once; the first failure ends it. */
  settle(): Promise<void>;
};

/** Gathers what is written to a store; what is read meanwhile is written first. */
export const gathering = (store: SecretStore): GatheringStore => {
  const waiting = new Map<Sealed, () => Promise<void>>();
  const settle = async () => {
    const writes = [...waiting.values()];
    waiting.clear();
    await fewAtOnce(writes, (write) => write());
  };
  const place: SecretStore['place'] = (sealed) => {
    const { held, write } = store.place(sealed);
    return { held, write: async () => void waiting.set(held, write) };
  };
  return {
    place,
    keep: async (sealed) => {
      const { held, write } = place(sealed);
      await write();
      return held;
    },
    fetch: async (held) => {
      if (held.some((value) => waiting.has(value))) await settle();
      return store.fetch(held);
    },
    settle,
  };
};
