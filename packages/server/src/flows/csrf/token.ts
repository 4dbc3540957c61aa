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

/**
 * Double-submit tokens signed with a key of the installation: a cookie planted by another site fits no web
 * session.
 */
export const createCsrfTokens = (key: Buffer): CsrfTokens => {
  const sign = (nonce: string, sessionId: string) =>
    createHmac('sha256', key).update(`${nonce}.${sessionId}`).digest('base64url').slice(0, 32);
  const isValid = (token: string | undefined, sessionId: string) => {
    const [nonce = '', signature = ''] = (token ?? '').split('.');
    return nonce !== '' && same(signature, sign(nonce, sessionId));
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
