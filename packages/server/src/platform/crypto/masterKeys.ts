import { createHash, hkdfSync } from 'node:crypto';
import type { MasterKey } from './vault.ts';

/** A 32-byte key for one purpose, derived from the installation's secret. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'gatehouse', purpose, 32));

/** The master key of a secret; its id reveals nothing about it. */
export const masterKeyOf = (secret: string): MasterKey => {
  const key = derivedKey(secret, 'vault');
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 12), key };
};
