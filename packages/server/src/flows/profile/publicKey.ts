import { createHash } from 'node:crypto';
import { readPublicKey } from '../../platform/crypto/publicKey.ts';

/** The comment and MD5 fingerprint of a public key. */
export type KeyFacts = { public_key_comment: string; public_key_hash_md5: string };

/** Facts of a stored key; empty when there is none or it cannot be read. */
export const keyFactsOf = (text: unknown): KeyFacts => {
  const none = { public_key_comment: '', public_key_hash_md5: '' };
  const key = typeof text === 'string' ? readPublicKey(text) : undefined;
  if (!key) return none;
  const digest = createHash('md5').update(key.getPublicSSH()).digest('hex');
  return { public_key_comment: key.comment, public_key_hash_md5: (digest.match(/../g) ?? []).join(':') };
};
