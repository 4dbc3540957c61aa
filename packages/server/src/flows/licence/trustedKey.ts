import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';

/** A public Ed25519 key in one line, without the PEM header and footer. */
const oneLine = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/;

/**
 * A key, undefined when invalid; `isRead` is false when the file could not be read, which says nothing about
 * the key.
 */
type Found = { key?: KeyObject | undefined; isRead: boolean };

const textIn = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const keyIn = (text: string): KeyObject | undefined => {
  try {
    const key = oneLine.test(text)
      ? createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
      : createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The trusted licence key: the configured one (inline or a file), else the one in the data folder. Read on
 * demand, so that a key created while the server runs applies at once.
 */
export const trustedKey = (config: Pick<Config, 'GATEHOUSE_LICENCE_KEY' | 'GATEHOUSE_HOME'>): Found => {
  const file = config.GATEHOUSE_LICENCE_KEY ?? join(config.GATEHOUSE_HOME, 'keys/licence/public.pem');
  const text = oneLine.test(file) ? file : textIn(file);
  return text === undefined ? { isRead: false } : { key: keyIn(text), isRead: true };
};
