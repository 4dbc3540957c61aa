import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import ssh2, { type ParsedKey } from 'ssh2';
import { isSlowToOpen } from './isSlowToOpen.ts';

/** A private key as stored: without passphrase, in a format every SSH program reads. */
export type PrivateKey = { text: string; fingerprint: string };

const lines = (text: string): string => `${text.trim().replace(/\r\n?/g, '\n')}\n`;

const packed = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part as Buffer);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );

const block = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{1,70}/g, '$&\n')}-----END ${label}-----\n`;

/** OpenSSH's own format, unencrypted; the only one that all SSH programs read for Ed25519. */
const openSsh = (key: KeyObject): string => {
  const { x = '', d = '' } = key.export({ format: 'jwk' });
  const publicPart = Buffer.from(x, 'base64url');
  const privatePart = Buffer.concat([Buffer.from(d, 'base64url'), publicPart]);
  const blob = packed('ssh-ed25519', publicPart);
  const check = Buffer.alloc(8, 7);
  const secret = Buffer.concat([check, packed('ssh-ed25519', publicPart, privatePart, '')]);
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1));
  const count = Buffer.from([0, 0, 0, 1]);
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    packed('none', 'none', ''),
    count,
    packed(blob, Buffer.concat([secret, padding])),
  ]);
  return block('OPENSSH PRIVATE KEY', body);
};

const pem = (key: KeyObject): string => {
  if (key.asymmetricKeyType === 'ed25519') return openSsh(key);
  const type = key.asymmetricKeyType === 'ec' ? 'sec1' : 'pkcs1';
  return key.export({ format: 'pem', type } as { format: 'pem'; type: 'pkcs1' }).toString();
};

const parsed = (text: string, passphrase: string): ParsedKey | undefined => {
  const found = ssh2.utils.parseKey(text, passphrase || undefined);
  const key = Array.isArray(found) ? found[0] : found;
  return key && !(key instanceof Error) && key.isPrivateKey() ? key : undefined;
};

/** PKCS#8, which ssh2 does not read, through Node's own parser. */
const fromPkcs8 = (text: string, passphrase: string): string | undefined => {
  try {
    return pem(createPrivateKey({ key: text, ...(passphrase && { passphrase }) }));
  } catch {
    return undefined;
  }
};

const isPlain = (text: string): boolean => text.startsWith('-----BEGIN') && parsed(text, '') !== undefined;

const md5 = (blob: Buffer): string =>
  createHash('md5').update(blob).digest('hex').replace(/../g, '$&:').slice(0, -1);

/**
 * Parses a private key in any common format with its passphrase; undefined when it cannot be read or takes
 * too much work to open.
 */
export const readPrivateKey = (pem: string, passphrase: string): PrivateKey | undefined => {
  const text = lines(pem);
  if (isSlowToOpen(text)) return undefined;
  const key = parsed(text, passphrase);
  if (!key) {
    const converted = text.includes('PRIVATE KEY') ? fromPkcs8(text, passphrase) : undefined;
    const reparsed = converted ? parsed(converted, '') : undefined;
    return converted && reparsed ? { text: converted, fingerprint: md5(reparsed.getPublicSSH()) } : undefined;
  }
  const fingerprint = md5(key.getPublicSSH());
  if (isPlain(text)) return { text, fingerprint };
  const plain = key.type === 'ssh-dss' ? key.getPrivatePEM() : fromPkcs8(key.getPrivatePEM(), '');
  return plain ? { text: plain, fingerprint } : undefined;
};

/** A new Ed25519 key. */
export const newPrivateKey = (): string => openSsh(generateKeyPairSync('ed25519').privateKey);

/** The public key of a private key made here, as a line for `authorized_keys`. */
export const publicKeyOf = (privateKey: string, comment: string): string => {
  const key = parsed(privateKey, '');
  if (!key) throw new Error('not a private key');
  return `${key.type} ${key.getPublicSSH().toString('base64')} ${comment}`;
};
