import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../engine/context.ts';
import type { Answer } from '../../../engine/http.ts';
import type { Settings } from '../../../platform/settings.ts';
import { lookOf } from '../../appearance/look.ts';
import { type CookieDeps, readable } from '../../session/cookies.ts';
import type { PageFrame } from './layout.ts';

/** A path on this host, or the fallback; foreign addresses are never followed. */
export const safeNext = (next: string, fallback: string): string => {
  if (!next.startsWith('/') || /^\/[/\\]/.test(next) || /[\p{Cc}\\]/u.test(next)) return fallback;
  const here = 'http://here.invalid';
  const parsed = URL.parse(next, here);
  // Removing dot segments may leave two slashes, which browsers read as the start of a host.
  if (parsed?.origin !== here || parsed.pathname.startsWith('//')) return fallback;
  return `${parsed.pathname}${parsed.search}${parsed.hash}`;
};

/** A local address that leads on to `next` in the end. */
export const withNext = (url: string, next: string, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...more, ...(next ? { next } : {}) }).toString();
  return query ? `${url}?${query}` : url;
};

/** A page as answer; never cached. */
export const pageAnswer = (markup: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: markup,
});

/** Redirects the browser. */
export const redirect = (location: string): Answer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
});

/**
 * Address under which a browser finds the page of a request again. A form posts to the address of its page, but keeps
 * what the address said in fields, which `posted` names.
 */
export const hereOf = (
  { method, url }: Pick<FastifyRequest, 'method' | 'url'>,
  posted: Record<string, string> = {},
): string => {
  if (method === 'GET' || method === 'HEAD') return safeNext(url, '/');
  const said = Object.entries(posted).filter(([, value]) => value !== '');
  return withNext(safeNext(url.replace(/[?#].*$/s, ''), '/'), '', Object.fromEntries(said));
};

/** Frame of a page at an address of this site. */
export const frameOf = (
  ctx: Context,
  titleKey: string,
  { settings, here }: { settings: Pick<Settings, 'get'>; here: string },
): PageFrame => ({
  here,
  language: ctx.language,
  look: lookOf(settings),
  title: ctx.t(`signIn.${titleKey}`),
  t: (key, params) => ctx.t(`signIn.${key}`, params),
});

const sessionIdOf = (request: FastifyRequest): string =>
  request.signedIn?.credential.scheme === 'session' ? request.signedIn.credential.id : '';

/** The CSRF token of this page's form; sets its cookie when the browser has no matching one. */
export const csrfOf = (request: FastifyRequest, reply: FastifyReply, deps: CookieDeps): string => {
  const name = `${deps.cookiePrefix}csrftoken`;
  const known = request.cookies[name];
  if (known && deps.csrf.isValid(known, sessionIdOf(request))) return known;
  const made = deps.csrf.make(sessionIdOf(request));
  reply.setCookie(name, made, readable(request, deps));
  return made;
};

/** Whether a posted form came from one of our pages. */
export const isOurForm = (
  request: FastifyRequest,
  { csrf_token }: { csrf_token: string },
  deps: CookieDeps,
): boolean =>
  deps.csrf.matches(csrf_token, request.cookies[`${deps.cookiePrefix}csrftoken`], sessionIdOf(request));
