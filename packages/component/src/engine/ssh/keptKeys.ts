import { createSecretKey } from 'node:crypto';
import type { Client } from 'ssh2';

/** Where ssh2 has the keys of AES-GCM, the cipher offered first. */
type Inside = {
  _protocol?: { _cipher?: { _encKey?: unknown }; _decipher?: { _decipherKey?: unknown } };
};

const kept = (key: unknown): unknown => (Buffer.isBuffer(key) ? createSecretKey(key) : key);

/**
 * Turns the keys of a connection into key objects, after every handshake. ssh2 gives Node the raw key with each packet, and
 * to find out that it is raw costs Node more than to encrypt a keystroke: half of what a keystroke takes over SSH. The
 * places are private to ssh2, whose version is fixed; a test looks after them. Without them packets only cost more.
 */
export const keepKeys = (client: Client): void => {
  client.on('handshake', () => {
    const { _protocol: { _cipher: cipher, _decipher: decipher } = {} } = client as unknown as Inside;
    if (cipher?._encKey) cipher._encKey = kept(cipher._encKey);
    if (decipher?._decipherKey) decipher._decipherKey = kept(decipher._decipherKey);
  });
};
