import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';

/** A public Ed25519 key in one line, without the dashes around it. */
const oneLine = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/;

/** A key, or none where it is no good; whether that is known, as a file that could not be read says nothing of its key. */
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
 * Whose licences are believed: the key of the configuration (itself, or the file it stands in), else the one in the data
 * folder. Read when it is needed, so that a key made while the server runs counts at once.
 */
export const trustedKey = (config: Pick<Config, 'GATEHOUSE_LICENCE_KEY' | 'GATEHOUSE_HOME'>): Found => {
  const given = config.GATEHOUSE_LICENCE_KEY ?? join(config.GATEHOUSE_HOME, 'keys/licence/public.pem');
  const text = oneLine.test(given) ? given : textIn(given);
  return text === undefined ? { isRead: false } : { key: keyIn(text), isRead: true };
};
