import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets at rest. Every value has its own data key, wrapped by the master key (AES-256-GCM twice).
 */
export type Vault = {
  /** `g1.<key id>.<wrapped key>.<cipher>`, base64url. */
  seal(plain: string): string;
  /** Throws when the value was altered or its master key is unknown. */
  open(sealed: string): string;
  /** Rewraps the data key with the current master key; the cipher text stays. */
  rewrap(sealed: string): string;
  /**
   * Keyed hashes of a text that only holders of a master key can make, one for each key, the newest first;
   * `purpose` separates kinds of marks.
   */
  marks(purpose: MarkPurpose, text: string): string[];
};

/** A master key. */
export type MasterKey = { id: string; key: Buffer };

/** What marks are for. */
export type MarkPurpose = 'csrf' | 'decision' | 'visitor';

/** The key for marks of one purpose; a master key cannot be found from it. */
export const markKeyOf = ({ key }: MasterKey, purpose: MarkPurpose): Buffer =>
  createHmac('sha256', key).update(purpose).digest();

/** Where a vault finds master keys, newest first: the first one seals, all of them open. */
export type MasterKeys = {
  keys(): readonly MasterKey[];
  /** Looks for keys that were added just now. */
  reread(): void;
  /** Keys for marks, newest first; by default those of the master keys. */
  markKeys?(purpose: MarkPurpose): readonly Buffer[];
};

/** Whether two sealed values are the same one, whichever master key wraps it now. */
export const isSameSealed = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ?? '').split('.')[3] === (b ?? '').split('.')[3];

const encrypt = (key: Buffer, plain: Buffer): Buffer => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: Buffer, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
};

/** A vault over the master keys. */
export const createVault = (master: MasterKeys): Vault => {
  const newestFirst = (): [MasterKey, ...MasterKey[]] => {
    const [newest, ...older] = master.keys();
    if (!newest) throw new Error('a vault needs a master key');
    return [newest, ...older];
  };
  const keyNamed = (id: string | undefined): MasterKey | undefined => {
    const find = () => newestFirst().find((key) => key.id === id);
    const found = find();
    if (found) return found;
    master.reread();
    return find();
  };
  const split = (sealed: string) => {
    const [version, keyId, wrapped, cipher] = sealed.split('.');
    const master = keyNamed(keyId);
    if (version !== 'g1' || !wrapped || !cipher || !master)
      throw new Error('sealed value does not belong to this vault');
    return { dataKey: decrypt(master.key, Buffer.from(wrapped, 'base64url')), cipher };
  };
  const wrap = (dataKey: Buffer, cipher: string) => {
    const [{ id, key }] = newestFirst();
    return ['g1', id, encrypt(key, dataKey).toString('base64url'), cipher].join('.');
  };
  return {
    seal: (plain) => {
      const dataKey = randomBytes(32);
      return wrap(dataKey, encrypt(dataKey, Buffer.from(plain, 'utf8')).toString('base64url'));
    },
    open: (sealed) => {
      const { dataKey, cipher } = split(sealed);
      return decrypt(dataKey, Buffer.from(cipher, 'base64url')).toString('utf8');
    },
    rewrap: (sealed) => {
      const { dataKey, cipher } = split(sealed);
      return wrap(dataKey, cipher);
    },
    marks: (purpose, text) => {
      const keys = master.markKeys?.(purpose) ?? master.keys().map((key) => markKeyOf(key, purpose));
      return keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
    },
  };
};
