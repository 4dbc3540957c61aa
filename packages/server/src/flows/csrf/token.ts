import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes and checks tokens proving that a request comes from a page of this site. */
export type CsrfTokens = {
  /** A token bound to a web session, or to none before signing in. */
  make(sessionId: string): string;
  isValid(token: string | undefined, sessionId: string): boolean;
  /** Whether a token is valid and signed with the newest key; others are to be replaced while they are valid. */
  isCurrent(token: string | undefined, sessionId: string): boolean;
  /** Whether the page sent the same token as the cookie, and that token belongs to the web session. */
  matches(sent: string | undefined, cookie: string | undefined, sessionId: string): boolean;
};

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Tokens remembered as valid; forgotten together when there are more. */
const mostProven = 1_000;

/**
 * Double-submit tokens signed with the newest key of the installation; any of its keys proves them. A cookie
 * planted by another site fits no web session.
 */
export const createCsrfTokens = (keys: () => readonly Buffer[]): CsrfTokens => {
  const sign = (key: Buffer, nonce: string, sessionId: string) =>
    createHmac('sha256', key).update(`${nonce}.${sessionId}`).digest('base64url').slice(0, 32);
  const proven = new Map<string, { sessionId: string; key: Buffer }>();
  const prove = (token: string, sessionId: string, signers: readonly Buffer[]): boolean => {
    const [nonce = '', signature = ''] = token.split('.');
    const key = signers.find((signer) => same(signature, sign(signer, nonce, sessionId)));
    if (nonce === '' || !key) return false;
    if (proven.size >= mostProven) proven.clear();
    proven.set(token, { sessionId, key });
    return true;
  };
  // Every answer asks whether the browser's token is still the right one, hundreds of times for the same.
  const fits = (token: string | undefined, sessionId: string, signers: readonly Buffer[]): boolean => {
    if (token === undefined) return false;
    const known = proven.get(token);
    if (known?.sessionId === sessionId && signers.some((key) => key.equals(known.key))) return true;
    return prove(token, sessionId, signers);
  };
  const isValid: CsrfTokens['isValid'] = (token, sessionId) => fits(token, sessionId, keys());
  return {
    make: (sessionId) => {
      const nonce = randomBytes(16).toString('base64url');
      const [newest] = keys();
      if (!newest) throw new Error('tokens need a key');
      return `${nonce}.${sign(newest, nonce, sessionId)}`;
    },
    isValid,
    isCurrent: (token, sessionId) => fits(token, sessionId, keys().slice(0, 1)),
    matches: (sent, cookie, sessionId) =>
      sent !== undefined && cookie !== undefined && same(sent, cookie) && isValid(sent, sessionId),
  };
};
