import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import { endSession } from '../../resources/users/user/sessions.ts';
import { sendSessionCookie } from '../session/cookies.ts';
import { countAttempt, countOnPage } from './attempts.ts';
import type { Refusal } from './authenticate.ts';
import type { SignInDeps } from './deps.ts';
import { letIn } from './letIn.ts';
import { originOf } from './log.ts';
import { type LoginPage, loginPage } from './page/loginPage.ts';
import { csrfOf, formOf, frameOf, isOurForm, pageAnswer, redirect, safeNext } from './pageRequest.ts';

const loginUrl = '/core/auth/login/';

const withNext = (url: string, next: string, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...more, ...(next ? { next } : {}) }).toString();
  return query ? `${url}?${query}` : url;
};

const textOf = (refusal: Refusal, ctx: Context): string => {
  if (refusal.code === 'password_failed' && refusal.left === 1)
    return ctx.t('signIn.failures.password_failed_last', { minutes: refusal.minutes });
  const { code, ...params } = refusal;
  return ctx.t(`signIn.failures.${code}`, params);
};

type Shown = Partial<Pick<LoginPage, 'username' | 'error' | 'notice'>> & { next: string; keep?: boolean };

const createShow =
  (deps: SignInDeps) =>
  (ctx: Context, request: FastifyRequest, reply: FastifyReply, shown: Shown, status = 200): Answer => {
    const { settings } = deps;
    const frame = frameOf(ctx, 'title', settings.get('INTERFACE_LOGIN_TITLE'));
    const mayKeep = !settings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE');
    return pageAnswer(
      loginPage(frame, {
        csrf: csrfOf(request, reply, deps),
        publicKey: deps.clientKeys.cookie(),
        username: shown.username ?? '',
        next: shown.next,
        error: shown.error,
        notice: shown.notice,
        keep: mayKeep ? (shown.keep ?? true) : undefined,
        forgotUrl: settings.get('FORGOT_PASSWORD_URL') || undefined,
      }),
      status,
    );
  };

const noticeOf = (query: URLSearchParams, ctx: Context): string | undefined => {
  if (query.has('csrf_failure')) return ctx.t('signIn.csrf_failure');
  if (query.has('link_over')) return ctx.t('signIn.link_over');
  return query.has('signed_out') ? ctx.t('signIn.signed_out') : undefined;
};

const createSubmit = (deps: SignInDeps, show: ReturnType<typeof createShow>) => {
  const { settings, limits } = deps;
  return async (ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
    const field = formOf(request);
    const next = safeNext(field('next'), '');
    if (!isOurForm(request, deps))
      return redirect(withNext(loginUrl, next, { csrf_failure: '1', admin: '1' }));
    const origin = originOf(request, 'W');
    const username = field('username').trim().slice(0, 128);
    const keep = field('auto_login') !== '';
    const shown = { username, next, keep };
    const tooOften = await countOnPage(ctx, countAttempt(limits, origin.remoteAddr, username), (notice) =>
      show(ctx, request, reply, { ...shown, notice }),
    );
    if (tooOften) return tooOften;
    const verdict = await deps.authenticate({ username, password: field('password'), origin });
    if (verdict.refusal)
      return show(ctx, request, reply, { ...shown, error: textOf(verdict.refusal, ctx) }, 401);
    await limits.forget('account', username);
    const { person, backend, mustChange } = verdict;
    if (mustChange) {
      const token = await deps.resetTokens.make(person.id, mustChange);
      return redirect(withNext('/core/auth/password/reset/', next, { token }));
    }
    const isPersistent = keep && !settings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE');
    const session = await letIn({ person, backend, origin, isPersistent }, deps);
    sendSessionCookie({ request, reply, secret: session.secret, isPersistent }, deps);
    sendSessionCsrf(request, reply, session.id, deps);
    return redirect(next || '/ui/');
  };
};

/** The token of the session just opened replaces the one of the form. */
export const sendSessionCsrf = (
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string,
  deps: SignInDeps,
): void => {
  reply.setCookie(`${deps.cookiePrefix}csrftoken`, deps.csrf.make(sessionId), {
    path: '/',
    sameSite: 'lax',
    secure: deps.onlySecure || request.protocol === 'https',
    maxAge: 365 * 86_400,
  });
};

const leave = async (request: FastifyRequest, reply: FastifyReply, deps: SignInDeps): Promise<void> => {
  const credential = request.signedIn?.credential;
  if (credential?.scheme === 'session') await endSession(credential.id, deps.db);
  request.signedIn = undefined;
  for (const name of ['sessionid', 'csrftoken'])
    reply.clearCookie(`${deps.cookiePrefix}${name}`, { path: '/' });
};

/** Registers the sign-in page, the guard behind it and both ways out. */
export const addLoginRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const show = createShow(deps);
  const route = { need: 'public', noTransaction: true } as const;
  addRoute(ports, {
    ...route,
    method: 'GET',
    url: loginUrl,
    handle: async (ctx, request, reply) => {
      const query = queryOf(request);
      const next = safeNext(query.get('next') ?? '', '');
      if (request.signedIn) return redirect(next || '/');
      return show(ctx, request, reply, { next, notice: noticeOf(query, ctx) });
    },
  });
  addRoute(ports, { ...route, method: 'POST', url: loginUrl, handle: createSubmit(deps, show) });
  addRoute(ports, {
    ...route,
    method: 'GET',
    url: '/core/auth/login/guard/',
    handle: async (_ctx, request) => {
      const next = safeNext(queryOf(request).get('next') ?? '', '');
      return redirect(request.signedIn ? next || '/ui/' : withNext(loginUrl, next));
    },
  });
  addRoute(ports, {
    ...route,
    method: 'GET',
    url: '/core/auth/logout/',
    handle: async (_ctx, request, reply) => {
      await leave(request, reply, deps);
      const next = safeNext(queryOf(request).get('next') ?? '', '');
      return redirect(withNext(loginUrl, next, next ? {} : { signed_out: '1' }));
    },
  });
  addRoute(ports, {
    ...route,
    method: 'POST',
    url: '/vue-admin-template/user/logout',
    handle: async (_ctx, request, reply) => {
      await leave(request, reply, deps);
      return { body: {} };
    },
  });
};
