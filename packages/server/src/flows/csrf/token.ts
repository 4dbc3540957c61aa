import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes and checks tokens proving that a request comes from a page of this site. */
export type CsrfTokens = {
  /** A token bound to a web session, or to none before signing in. */
  make(sessionId: string): string;
  isValid(token: string | undefined, sessionId: string): boolean;
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
 * Double-submit tokens signed with a key of the installation: a cookie planted by another site fits no web
 * session.
 */
export const createCsrfTokens = (key: Buffer): CsrfTokens => {
  const sign = (nonce: string, sessionId: string) =>
    createHmac('sha256', key).update(`${nonce}.${sessionId}`).digest('base64url').slice(0, 32);
  const proven = new Map<string, string>();
  const isSigned = (token: string, sessionId: string) => {
    const [nonce = '', signature = ''] = token.split('.');
    return nonce !== '' && same(signature, sign(nonce, sessionId));
  };
  // Every answer asks whether the browser's token is still the right one, hundreds of times for the same.
  const isValid = (token: string | undefined, sessionId: string) => {
    if (token === undefined) return false;
    if (proven.get(token) === sessionId) return true;
    if (!isSigned(token, sessionId)) return false;
    if (proven.size >= mostProven) proven.clear();
    proven.set(token, sessionId);
    return true;
  };
  return {
    make: (sessionId) => {
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${sign(nonce, sessionId)}`;
    },
    isValid,
    matches: (sent, cookie, sessionId) =>
      sent !== undefined && cookie !== undefined && same(sent, cookie) && isValid(sent, sessionId),
  };
};
