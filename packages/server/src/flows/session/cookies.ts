import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientKeys } from '../../platform/crypto/clientKeys.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { extendSession, type Session } from '../../resources/users/user/sessions.ts';
import type { CsrfTokens } from '../csrf/token.ts';

/** What maintaining a browser's cookies needs. */
export type CookieDeps = {
  db: Database;
  settings: Settings;
  clientKeys: ClientKeys;
  csrf: CsrfTokens;
  cookiePrefix: string;
  onlySecure: boolean;
};

/** The lifetime of a web session in use is extended at most this often, in seconds. */
const renewEvery = 60;
const yearSeconds = 365 * 86_400;

/** Requests that only check whether the web session is alive must not extend it. */
const asksOnly = /^\/api\/v1\/(users\/profile|authentication\/user-session)\/?(\?|$)/;
/** Publicly cached files carry no cookies. */
const isShared = /^\/(ui\/assets|static)\//;

/** Options of a cookie that scripts may read. */
export const readable = (request: FastifyRequest, deps: Pick<CookieDeps, 'onlySecure'>) => ({
  path: '/',
  sameSite: 'lax' as const,
  secure: deps.onlySecure || request.protocol === 'https',
});

/** Sends the session cookie, valid for the web session's lifetime or until the browser closes. */
export const sendSessionCookie = (
  options: { request: FastifyRequest; reply: FastifyReply; secret: string; isPersistent: boolean },
  deps: CookieDeps,
): void => {
  const { request, reply, secret, isPersistent } = options;
  reply.setCookie(`${deps.cookiePrefix}sessionid`, secret, {
    ...readable(request, deps),
    httpOnly: true,
    ...(isPersistent ? { maxAge: deps.settings.get('SESSION_COOKIE_AGE') } : {}),
  });
};

const renew = async (session: Session, request: FastifyRequest, reply: FastifyReply, deps: CookieDeps) => {
  if (asksOnly.test(request.raw.url ?? '')) return;
  const age = deps.settings.get('SESSION_COOKIE_AGE');
  const left = (Date.parse(session.expires_at) - Date.now()) / 1000;
  if (age - left < renewEvery) return;
  await extendSession(session.id, age, deps.db);
  const secret = request.cookies[`${deps.cookiePrefix}sessionid`];
  if (secret) sendSessionCookie({ request, reply, secret, isPersistent: session.data.is_persistent }, deps);
};

const keepPublic = (request: FastifyRequest, reply: FastifyReply, deps: CookieDeps) => {
  const options = readable(request, deps);
  const { cookies } = request;
  if (cookies.SESSION_COOKIE_NAME_PREFIX !== deps.cookiePrefix)
    reply.setCookie('SESSION_COOKIE_NAME_PREFIX', deps.cookiePrefix, options);
  const publicKey = deps.clientKeys.cookie();
  if (cookies.jms_public_key?.replaceAll('"', '') !== publicKey)
    reply.setCookie('jms_public_key', publicKey, { ...options, encode: (value) => value });
};

const keepCsrf = (request: FastifyRequest, reply: FastifyReply, sessionId: string, deps: CookieDeps) => {
  const name = `${deps.cookiePrefix}csrftoken`;
  if (deps.csrf.isCurrent(request.cookies[name], sessionId)) return;
  reply.setCookie(name, deps.csrf.make(sessionId), { ...readable(request, deps), maxAge: yearSeconds });
};

/** Sends the CSRF token of a new web session in place of the one that the sign-in form used. */
export const sendSessionCsrf = (
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string,
  deps: CookieDeps,
): void => {
  reply.setCookie(`${deps.cookiePrefix}csrftoken`, deps.csrf.make(sessionId), {
    ...readable(request, deps),
    maxAge: yearSeconds,
  });
};

const wasSent = (reply: FastifyReply, name: string): boolean =>
  [reply.getHeader('set-cookie')].flat().some((line) => String(line).startsWith(`${name}=`));

/**
 * Updates a browser's cookies: the cookie prefix and the public key, and in a web session also the CSRF token
 * and the session cookie (protocol reference §4). Public files, answers to requests with an `Authorization`
 * header and API answers outside a web session set none.
 */
export const addCookieHooks = (app: FastifyInstance, deps: CookieDeps): void => {
  app.addHook('onSend', async (request, reply) => {
    const url = request.raw.url ?? '/';
    if (isShared.test(url) || request.headers.authorization) return;
    const credential = request.signedIn?.credential;
    const isApi = url.startsWith('/api/');
    if (!isApi || credential?.scheme === 'session') keepPublic(request, reply, deps);
    if (credential?.scheme !== 'session' || wasSent(reply, `${deps.cookiePrefix}sessionid`)) return;
    keepCsrf(request, reply, credential.id, deps);
    await renew(credential.session, request, reply, deps);
  });
};
