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
   * A keyed hash of a text that only holders of the newest master key can make; `purpose` separates kinds of
   * marks.
   */
  mark(purpose: string, text: string): string;
};

/** Master keys, newest first; the first one seals, all of them open. */
export type MasterKey = { id: string; key: Buffer };

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
export const createVault = (keys: readonly MasterKey[]): Vault => {
  const current = keys[0];
  if (!current) throw new Error('a vault needs a master key');
  const split = (sealed: string) => {
    const [version, keyId, wrapped, cipher] = sealed.split('.');
    const master = keys.find((key) => key.id === keyId);
    if (version !== 'g1' || !wrapped || !cipher || !master)
      throw new Error('sealed value does not belong to this vault');
    return { dataKey: decrypt(master.key, Buffer.from(wrapped, 'base64url')), cipher };
  };
  const wrap = (dataKey: Buffer, cipher: string) =>
    ['g1', current.id, encrypt(current.key, dataKey).toString('base64url'), cipher].join('.');
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
    mark: (purpose, text) => {
      const own = createHmac('sha256', current.key).update(purpose).digest();
      return createHmac('sha256', own).update(text).digest('base64url');
    },
  };
};
