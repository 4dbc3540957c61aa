import { createSecretKey } from 'node:crypto';
import type { Client } from 'ssh2';

/** Where ssh2 keeps its keys for AES-GCM, the cipher offered first. */
type Inside = {
  _protocol?: { _cipher?: { _encKey?: unknown }; _decipher?: { _decipherKey?: unknown } };
};

const kept = (key: unknown): unknown => (Buffer.isBuffer(key) ? createSecretKey(key) : key);

/**
 * Turns the keys of a connection into key objects after every handshake. ssh2 passes Node the raw key with
 * each packet, and importing it takes longer than encrypting a keystroke: half of the time that a keystroke
 * takes over SSH. The fields are private to ssh2, whose version is pinned; a test checks that they still
 * exist. Without them, packets are merely slower.
 */
export const keepKeys = (client: Client): void => {
  client.on('handshake', () => {
    const { _protocol: { _cipher: cipher, _decipher: decipher } = {} } = client as unknown as Inside;
    if (cipher?._encKey) cipher._encKey = kept(cipher._encKey);
    if (decipher?._decipherKey) decipher._decipherKey = kept(decipher._decipherKey);
  });
};
