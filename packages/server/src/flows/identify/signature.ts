import { createHmac, timingSafeEqual } from 'node:crypto';
import { FULL_SIGNATURE, NONCE_HEADER, ORG_HEADER } from '@gatehouse/contract/wire/signature.ts';
import type { Settings } from '../../platform/settings.ts';

/** Parameters of an `Authorization: Signature …` header. */
export type Signature = { keyId: string; algorithm: string; headers: string[]; signature: Buffer };

/**
 * Maximum difference between the signed date and the server's clock, in milliseconds. A request signed in the
 * older form can be sent again for as long; one signed in full cannot.
 */
const windows = { full: 5 * 60_000, date: 60_000 };

/** How long a nonce must be remembered, in seconds: its date may be as early as late. */
export const nonceSeconds = (2 * windows.full) / 1000;

/** Parses the header; undefined for another scheme. */
export const readSignature = (authorization: string): Signature | undefined => {
  const [, text] = /^Signature\s+(.*)$/is.exec(authorization) ?? [];
  if (text === undefined) return undefined;
  // Names start at a word boundary: otherwise a long one would be tried from each of its letters.
  const parameters = Object.fromEntries(
    [...text.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const { keyId = '', algorithm = '', headers = 'date', signature = '' } = parameters;
  return {
    keyId,
    algorithm,
    headers: headers.toLowerCase().split(' ').filter(Boolean),
    signature: Buffer.from(signature, 'base64'),
  };
};

type Signed = { method: string; url: string; headers: Record<string, string | string[] | undefined> };

const lineOf = (name: string, request: Signed): string | undefined => {
  if (name === '(request-target)') return `(request-target): ${request.method.toLowerCase()} ${request.url}`;
  const value = request.headers[name];
  return value === undefined ? undefined : `${name}: ${[value].flat().join(', ')}`;
};

/** Whether a signature covers the body and is for one request only; otherwise it has the older form. */
const isFull = ({ headers }: Signature): boolean => FULL_SIGNATURE.every((name) => headers.includes(name));

/** What a valid signature says of its request: in the older form nothing of body and nonce. */
export type Proof = { form: 'full'; digest: Buffer; nonce: string } | { form: 'date' };

const proofOf = (signature: Signature, { headers }: Signed): Proof | undefined => {
  if (!isFull(signature)) return { form: 'date' };
  // The older form leaves the organization open; a signature of the whole request does not.
  if (headers[ORG_HEADER] !== undefined && !signature.headers.includes(ORG_HEADER)) return undefined;
  const nonce = String(headers[NONCE_HEADER]);
  const [, encoded = ''] = /^SHA-256=([A-Za-z0-9+/]{43}=)$/.exec(String(headers.digest)) ?? [];
  const digest = Buffer.from(encoded, 'base64');
  return encoded && /^[\w-]{16,64}$/.test(nonce) ? { form: 'full', digest, nonce } : undefined;
};

/** What the holder of the secret said by signing this request recently; undefined if they did not. */
export const checkSignature = (
  secret: string,
  signature: Signature,
  request: Signed,
  now: number,
): Proof | undefined => {
  const { algorithm, headers } = signature;
  if (algorithm !== 'hmac-sha256') return undefined;
  if (!headers.includes('(request-target)') || !headers.includes('date')) return undefined;
  const proof = proofOf(signature, request);
  const date = Date.parse(String(request.headers.date ?? ''));
  if (!proof || Number.isNaN(date) || Math.abs(now - date) > windows[proof.form]) return undefined;
  const lines = headers.map((name) => lineOf(name, request));
  if (lines.includes(undefined)) return undefined;
  const expected = createHmac('sha256', secret).update(lines.join('\n')).digest();
  const given = signature.signature;
  return expected.length === given.length && timingSafeEqual(expected, given) ? proof : undefined;
};

/** Whether the installation takes signatures of this form; it may have switched the older one off. */
export const isFormTaken = ({ form }: Proof, settings: Settings): boolean =>
  form === 'full' || settings.get('SECURITY_DATE_SIGNATURE');
