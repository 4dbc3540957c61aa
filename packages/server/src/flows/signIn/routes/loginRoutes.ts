import type { QueryOf } from '@gatehouse/contract/call/callTypes.ts';
import { showSignIn, signIn } from '@gatehouse/contract/calls/pages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bindWhole, type CallInput } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { Answer, HttpPorts } from '../../../engine/http.ts';
import { asksCodeOnPage } from '../../../resources/users/user/mfa.ts';
import { mfaStateOf } from '../../mfa/duty.ts';
import { admit, enter, judgeCode } from '../admit.ts';
import type { SignInDeps } from '../deps.ts';
import { countAttempt, countOnPage, forgetAttempts } from '../gate/attempts.ts';
import { originOf } from '../log.ts';
import { type LoginPage, loginPage } from '../page/loginPage.ts';
import {
  csrfOf,
  frameOf,
  hereOf,
  isOurForm,
  pageAnswer,
  redirect,
  safeNext,
  withNext,
} from '../page/pageRequest.ts';
import { refusalText } from '../refusalText.ts';
import { ledAway, offeredWays } from '../ways/offered.ts';

const loginUrl = '/core/auth/login/';

type Shown = Partial<Pick<LoginPage, 'username' | 'error' | 'codeError' | 'notice' | 'news'>> & {
  next: string;
  keep?: boolean;
};

const createShow =
  (deps: SignInDeps) =>
  (ctx: Context, request: FastifyRequest, reply: FastifyReply, shown: Shown, status = 200): Answer => {
    const { settings } = deps;
    const frame = frameOf(ctx, 'title', { settings, here: hereOf(request, { next: shown.next }) });
    const mayKeep = !settings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE');
    return pageAnswer(
      loginPage(frame, {
        csrf: csrfOf(request, reply, deps),
        publicKey: deps.clientKeys.cookie(),
        username: shown.username ?? '',
        next: shown.next,
        error: shown.error,
        codeError: shown.codeError,
        hasCode: asksCodeOnPage(settings),
        notice: shown.notice,
        news: shown.news,
        keep: mayKeep ? (shown.keep ?? true) : undefined,
        forgotUrl: settings.get('FORGOT_PASSWORD_URL') || undefined,
        ways: offeredWays({ backends: deps.backends, settings, next: shown.next }, ctx),
      }),
      status,
    );
  };

type Query = QueryOf<typeof showSignIn>;
const failures = ['csrf_failure', 'link_over'] as const;
const refusals = [
  'acl_not_allow',
  'no_reviewer',
  'too_many_reviews',
  'review_unlicensed',
  'review_refused',
  'review_timed_out',
  'review_deserted',
] as const;
const news = ['signed_out', 'mfa_enabled', 'mfa_disabled'] as const;

const wordOf = (
  query: Query,
  words: readonly (keyof Query)[],
  ctx: Context,
  group = '',
): string | undefined => {
  const key = words.find((word) => query[word] !== undefined);
  return key && ctx.t(`signIn.${group}${key}`);
};

const createSubmit = (deps: SignInDeps, show: ReturnType<typeof createShow>) => {
  const { settings, limits } = deps;
  return async ({ ctx, request, reply, body }: CallInput<typeof signIn>): Promise<Answer> => {
    const form = await body();
    const next = safeNext(form.next, '');
    if (!isOurForm(request, form, deps))
      return redirect(withNext(loginUrl, next, { csrf_failure: '1', admin: '1' }));
    const origin = originOf(request, 'W');
    const username = form.username.trim().slice(0, 128);
    const keep = form.auto_login !== '';
    const shown = { username, next, keep };
    const tooOften = await countOnPage(ctx, countAttempt(limits, origin.remoteAddr, username), (notice) =>
      show(ctx, request, reply, { ...shown, notice }),
    );
    if (tooOften) return tooOften;
    const verdict = await deps.authenticate({ username, password: form.password, origin });
    if (verdict.refusal)
      return show(ctx, request, reply, { ...shown, error: refusalText(verdict.refusal, ctx) }, 401);
    await forgetAttempts(limits, origin.remoteAddr, username);
    const { user, backend, mustChange, loginSecret } = verdict;
    if (mustChange) {
      const token = await deps.resetTokens.make(user.id, mustChange);
      return redirect(withNext('/core/auth/password/reset/', next, { token }));
    }
    const isPersistent = keep && !settings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE');
    const admitted = { user, backend, isPersistent, next, loginSecret };
    const code = asksCodeOnPage(settings) ? form.code.trim() : '';
    if (!code || !mfaStateOf(user, settings).isUsable) return admit({ request, reply, ctx }, admitted, deps);
    const refusal = await judgeCode({ ...admitted, code, origin }, deps);
    if (refusal) return show(ctx, request, reply, { ...shown, codeError: refusalText(refusal, ctx) }, 401);
    return enter({ request, reply, ctx }, { ...admitted, hasCode: true }, deps);
  };
};

/** Registers the sign-in page. */
export const addLoginRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const show = createShow(deps);
  bindWhole(ports, showSignIn, ({ ctx, query, request, reply }) => {
    const next = safeNext(query.next ?? '', '');
    if (request.signedIn) return redirect(next || '/');
    const isPlain = Object.keys(query).every((name) => name === 'next');
    const away = isPlain ? ledAway({ ...deps, next }, ctx) : undefined;
    if (away) return away;
    return show(ctx, request, reply, {
      next,
      notice: wordOf(query, failures, ctx) ?? wordOf(query, refusals, ctx, 'failures.'),
      news: wordOf(query, news, ctx),
    });
  });
  bindWhole(ports, signIn, createSubmit(deps, show), { noTransaction: true });
};
