import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';

/** A public Ed25519 key in one line, without the dashes around it. */
const oneLine = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/;

/**
 * Whose licences are believed: the key of the configuration (itself, or the file it stands in), else the one in the data
 * folder. Read when it is needed, so that a key made while the server runs counts at once.
 */
export const trustedKey = (
  config: Pick<Config, 'GATEHOUSE_LICENCE_KEY' | 'GATEHOUSE_HOME'>,
): KeyObject | undefined => {
  const given = config.GATEHOUSE_LICENCE_KEY ?? join(config.GATEHOUSE_HOME, 'keys/licence/public.pem');
  try {
    const key = oneLine.test(given)
      ? createPublicKey({ key: Buffer.from(given, 'base64'), format: 'der', type: 'spki' })
      : createPublicKey(readFileSync(given, 'utf8'));
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
};
