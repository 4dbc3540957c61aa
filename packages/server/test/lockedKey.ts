import { generateKeyPairSync } from 'node:crypto';

const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'sesame' } as const;

/**
 * An encrypted PKCS #8 private key with the passphrase `sesame`. With another number of rounds the file only
 * states that number, and no passphrase opens it.
 */
export const lockedKey = (rounds = 2048): string => {
  const pem = generateKeyPairSync('ed25519').privateKey.export(options).toString();
  if (rounds === 2048) return pem;
  const der = Buffer.from(pem.replace(/-----.*-----|\s/g, ''), 'base64');
  const at = der.indexOf(Buffer.from([0x02, 0x02, 0x08, 0x00]));
  const number = Buffer.from([0x02, 0x04, 0, 0, 0, 0]);
  number.writeUInt32BE(rounds, 2);
  const changed = Buffer.concat([der.subarray(0, at), number, der.subarray(at + 4)]);
  // The number takes two more bytes, so the length of each of the five DER structures around it grows by two.
  for (const length of [2, 4, 17, 19, 32]) changed.writeUInt8(changed.readUInt8(length) + 2, length);
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${changed.toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----`;
};
