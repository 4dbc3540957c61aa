import { createHash, hkdfSync } from 'node:crypto';
import type { MasterKey } from './vault.ts';

/** A 32-byte key for one purpose, derived from the installation's secret. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'gatehouse', purpose, 32));

/** Master keys of the vault, newest first; earlier secrets (comma separated) still open what they sealed. */
export const masterKeysOf = (secret: string, previous: string): MasterKey[] =>
  [secret, ...previous.split(',').map((part) => part.trim())]
    .filter((part) => part !== '')
    .map((passphrase) => {
      const key = derivedKey(passphrase, 'vault');
      return { id: createHash('sha256').update(key).digest('hex').slice(0, 12), key };
    });
