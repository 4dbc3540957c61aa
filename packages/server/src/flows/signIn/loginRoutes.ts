import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import { endSession } from '../../resources/users/user/sessions.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { admit, enter, judgeCode } from './admit.ts';
import { countAttempt, countOnPage } from './attempts.ts';
import type { SignInDeps } from './deps.ts';
import { originOf } from './log.ts';
import { type LoginPage, loginPage } from './page/loginPage.ts';
import {
  csrfOf,
  formOf,
  frameOf,
  isOurForm,
  pageAnswer,
  redirect,
  safeNext,
  withNext,
} from './pageRequest.ts';
import { refusalText } from './refusalText.ts';

const loginUrl = '/core/auth/login/';

type Shown = Partial<Pick<LoginPage, 'username' | 'error' | 'codeError' | 'notice' | 'news'>> & {
  next: string;
  keep?: boolean;
};

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
        codeError: shown.codeError,
        hasCode: settings.get('SECURITY_MFA_IN_LOGIN_PAGE'),
        notice: shown.notice,
        news: shown.news,
        keep: mayKeep ? (shown.keep ?? true) : undefined,
        forgotUrl: settings.get('FORGOT_PASSWORD_URL') || undefined,
      }),
      status,
    );
  };

const failures = ['csrf_failure', 'link_over'];
const news = ['signed_out', 'mfa_enabled', 'mfa_disabled'];

const wordOf = (query: URLSearchParams, words: readonly string[], ctx: Context): string | undefined => {
  const key = words.find((one) => query.has(one));
  return key && ctx.t(`signIn.${key}`);
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
      return show(ctx, request, reply, { ...shown, error: refusalText(verdict.refusal, ctx) }, 401);
    await limits.forget('account', username);
    const { person, backend, mustChange, loginSecret } = verdict;
    if (mustChange) {
      const token = await deps.resetTokens.make(person.id, mustChange);
      return redirect(withNext('/core/auth/password/reset/', next, { token }));
    }
    const isPersistent = keep && !settings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE');
    const admitted = { person, backend, isPersistent, next, loginSecret };
    const code = settings.get('SECURITY_MFA_IN_LOGIN_PAGE') ? field('code').trim() : '';
    if (!code || !mfaStateOf(person, settings).isUsable) return admit({ request, reply }, admitted, deps);
    const refusal = await judgeCode({ ...admitted, code, origin }, deps);
    if (refusal) return show(ctx, request, reply, { ...shown, codeError: refusalText(refusal, ctx) }, 401);
    return enter({ request, reply }, { ...admitted, hasCode: true }, deps);
  };
};

const leave = async (request: FastifyRequest, reply: FastifyReply, deps: SignInDeps): Promise<void> => {
  const credential = request.signedIn?.credential;
  if (credential?.scheme === 'session') await endSession(credential.id, deps.db);
  await deps.pendingSignIns.drop(request);
  request.signedIn = undefined;
  for (const name of ['sessionid', 'csrftoken'])
    reply.clearCookie(`${deps.cookiePrefix}${name}`, { path: '/' });
};

/** Registers the sign-in page and both ways out. */
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
      return show(ctx, request, reply, {
        next,
        notice: wordOf(query, failures, ctx),
        news: wordOf(query, news, ctx),
      });
    },
  });
  addRoute(ports, { ...route, method: 'POST', url: loginUrl, handle: createSubmit(deps, show) });
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
