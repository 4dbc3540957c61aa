import { createHash, createHmac, randomUUID } from 'node:crypto';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { COMPONENT_SIGNATURE, NONCE_HEADER, ORG_HEADER } from '@gatehouse/contract/wire/signature.ts';

/** Access key a component got at registration. */
export type AccessKey = { id: string; secret: string };

/** Facts of a request that its signature covers; `digest` is the SHA-256 of the body in Base64. */
export type SignedRequest = { method: string; path: string; date: Date; digest: string; nonce: string };

/** SHA-256 in Base64 of a body: of its parts in order, or of nothing. */
export const digestOf = async (
  parts: AsyncIterable<Uint8Array | string> | Iterable<string> = [],
): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of parts) hash.update(part);
  return hash.digest('base64');
};

/** The digest of a request without a body. */
export const emptyDigest = createHash('sha256').digest('base64');

/** A name that no other request has. */
export const newNonce = (): string => randomUUID();

/**
 * Headers that prove a request comes from the holder of the key, whole and for the first time (decision 0225).
 * Components work in the root organization, because rows name their own.
 */
export const signedHeaders = (
  key: AccessKey,
  { method, path, date, digest, nonce }: SignedRequest,
): Record<'date' | 'digest' | typeof NONCE_HEADER | typeof ORG_HEADER | 'authorization', string> => {
  const covered = {
    '(request-target)': `${method.toLowerCase()} ${path}`,
    date: date.toUTCString(),
    digest: `SHA-256=${digest}`,
    [NONCE_HEADER]: nonce,
    [ORG_HEADER]: ROOT_ORG_ID,
  };
  const text = COMPONENT_SIGNATURE.map((name) => `${name}: ${covered[name]}`).join('\n');
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  const { '(request-target)': _target, ...headers } = covered;
  return {
    ...headers,
    authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="${COMPONENT_SIGNATURE.join(' ')}",signature="${signature}"`,
  };
};
