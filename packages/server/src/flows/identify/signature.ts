import { createHmac, timingSafeEqual } from 'node:crypto';

/** Parameters of an `Authorization: Signature …` header. */
export type Signature = { keyId: string; algorithm: string; headers: string[]; signature: Buffer };

/** Maximum difference between the signed date and the server's clock, in milliseconds. */
const windowMs = 5 * 60_000;

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

/** Whether the holder of the secret signed this request recently. */
export const isSignedBy = (
  secret: string,
  { algorithm, headers, signature }: Signature,
  request: Signed,
  now: number,
): boolean => {
  if (algorithm !== 'hmac-sha256') return false;
  if (!headers.includes('(request-target)') || !headers.includes('date')) return false;
  const date = Date.parse(String(request.headers.date ?? ''));
  if (Number.isNaN(date) || Math.abs(now - date) > windowMs) return false;
  const lines = headers.map((name) => lineOf(name, request));
  if (lines.includes(undefined)) return false;
  const expected = createHmac('sha256', secret).update(lines.join('\n')).digest();
  return expected.length === signature.length && timingSafeEqual(expected, signature);
};
