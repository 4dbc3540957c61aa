import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { fromBech32, toBech32 } from './bech32.ts';

/** What stands before the 32 bytes of an X25519 key in its DER form. */
const derStart = {
  public: Buffer.from('302a300506032b656e032100', 'hex'),
  private: Buffer.from('302e020100300506032b656e04220420', 'hex'),
};
const rawLength = 32;

/** The 32 bytes of an X25519 public key. */
export const rawPublic = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(-rawLength);

/** An X25519 public key from its 32 bytes. */
export const publicKeyFrom = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([derStart.public, raw]), format: 'der', type: 'spki' });

/** The public key of a recipient as age writes it (`age1…`); undefined for anything else. */
export const recipientIn = (text: string): KeyObject | undefined => {
  const raw = fromBech32('age', text.trim());
  return raw?.length === rawLength ? publicKeyFrom(raw) : undefined;
};

/** The private key in an identity file of age: its first line `AGE-SECRET-KEY-1…`. */
export const identityIn = (text: string): KeyObject | undefined => {
  const line = text.split('\n').find((candidate) => candidate.startsWith('AGE-SECRET-KEY-1'));
  const raw = fromBech32('age-secret-key-', line?.trim() ?? '');
  if (raw?.length !== rawLength) return undefined;
  return createPrivateKey({ key: Buffer.concat([derStart.private, raw]), format: 'der', type: 'pkcs8' });
};

/** A new pair: the recipient as text, and the key that opens what is encrypted to it. */
export const newIdentity = (): { recipient: string; identity: KeyObject } => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { recipient: toBech32('age', rawPublic(publicKey)), identity: privateKey };
};

/** 32 bytes derived from a secret. */
export const derived = (secret: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, rawLength));

/** The key that wraps the file key, between a pair made for the file and a recipient. */
export const wrappingKey = (own: KeyObject, other: KeyObject, shares: Buffer): Buffer =>
  derived(diffieHellman({ privateKey: own, publicKey: other }), shares, 'age-encryption.org/v1/X25519');
