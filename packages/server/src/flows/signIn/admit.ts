import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, displayOf } from '../../engine/context.ts';
import type { Answer } from '../../engine/http.ts';
import type { SessionProvider } from '../../resources/users/user/sessions.ts';
import type { User } from '../identify/user.ts';
import type { CodeKind, CodeRefusal } from '../mfa/checkCode.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { sendSessionCookie, sendSessionCsrf } from '../session/cookies.ts';
import type { SignInDeps } from './deps.ts';
import { awaitReview, endReview, logRefusal } from './gate/review.ts';
import { type RuleRefusal, ruleStep, tellSignIn } from './gate/rules.ts';
import { letIn } from './letIn.ts';
import { logSignIn, type Origin, originOf } from './log.ts';
import { redirect, withNext } from './page/pageRequest.ts';
import type { Pending } from './pending.ts';

/** A browser on one of our pages. */
export type Visit = { request: FastifyRequest; reply: FastifyReply };

/** A user who gave the right password, and how the sign-in continues. */
export type Admitted = {
  user: User;
  backend: SignInMethod;
  isPersistent: boolean;
  next: string;
  /** Sealed password stored with the web session. */
  loginSecret?: string | undefined;
  provider?: SessionProvider | undefined;
};

/** A visit with the context of its request. */
export type Entering = Visit & { ctx: Context };

/** A user who is proven, and the pending sign-in by which that happened. */
type Proven = Admitted & { hasCode: boolean; pending?: Pending };

const loginUrl = '/core/auth/login/';

/** The page on which a sign-in waits for a reviewer. */
export const waitUrl = '/core/auth/login/wait-confirm/';

const turnAway = async (
  visit: Entering,
  { user, backend, pending, next }: Proven,
  refusal: RuleRefusal,
  deps: SignInDeps,
): Promise<Answer> => {
  // Of two windows that ask at the same time, one logs it.
  if (!pending || (await deps.pendingSignIns.take(pending))) {
    await logRefusal(
      { user, backend, origin: originOf(visit.request, 'W'), ...(pending && { pending }) },
      refusal,
      deps,
    );
    await endReview(pending, visit.ctx, deps);
  }
  return redirect(withNext(loginUrl, next, { [refusal.code]: '1' }));
};

/**
 * The last step of a sign-in whose user is proven: opens its web session and redirects to the requested page, unless a
 * rule refuses it or lets it wait for a reviewer. A pending sign-in opens at most one web session.
 */
export const enter = async (visit: Entering, signIn: Proven, deps: SignInDeps): Promise<Answer> => {
  const { request, reply, ctx } = visit;
  const { user, backend, isPersistent, loginSecret, provider, pending } = signIn;
  const origin = originOf(request, 'W');
  const decided = await ruleStep({ user, origin, ...(pending && { pending }) }, deps, ctx);
  if (decided.step === 'refuse') return turnAway(visit, signIn, decided.refusal, deps);
  if (decided.step === 'wait') {
    await awaitReview(visit, signIn, decided, deps);
    return redirect(waitUrl);
  }
  if (pending && !(await deps.pendingSignIns.take(pending))) return redirect(withNext(loginUrl, signIn.next));
  await endReview(pending, ctx, deps);
  const { hasCode } = signIn;
  const { approval, rule } = decided;
  const entry = { user, backend, origin, isPersistent, loginSecret, provider, hasCode, approval, rule };
  const session = await letIn(entry, deps);
  if (!session) {
    const { pending: _taken, ...rest } = signIn;
    return turnAway(visit, rest, { code: 'review_refused', rule: rule ?? '' }, deps);
  }
  if (decided.notice) await tellSignIn({ user, origin, backend }, decided.notice.reviewers, deps.db);
  sendSessionCookie({ request, reply, secret: session.secret, isPersistent }, deps);
  sendSessionCsrf(request, reply, session.id, deps);
  return redirect(signIn.next || '/ui/');
};

/** Starts a sign-in that needs MFA; when the user must first set it up, a failure is logged. */
export const awaitCode = async (
  visit: Visit,
  signIn: Admitted,
  origin: Origin,
  deps: SignInDeps,
): Promise<void> => {
  const { user, backend } = signIn;
  await deps.pendingSignIns.begin(visit, signIn);
  if (mfaStateOf(user, deps.settings, backend).mustEnrol)
    await logSignIn({ username: displayOf(user), origin, backend, mfa: 1, reason: 'mfa_unset' }, deps.db);
};

/** After the right password: sign in, or go to the guard for MFA. */
export const admit = async (visit: Entering, signIn: Admitted, deps: SignInDeps): Promise<Answer> => {
  if (!mfaStateOf(signIn.user, deps.settings, signIn.backend).isOn)
    return enter(visit, { ...signIn, hasCode: false }, deps);
  await awaitCode(visit, signIn, originOf(visit.request, 'W'), deps);
  return redirect(withNext('/core/auth/login/guard/', signIn.next));
};

/** Checks a code during sign-in; failures are counted and logged. */
export const judgeCode = async (
  signIn: Pick<Admitted, 'user' | 'backend'> & { code: string; kind?: CodeKind; origin: Origin },
  deps: SignInDeps,
): Promise<CodeRefusal | undefined> => {
  const { user, backend, origin } = signIn;
  const refusal = await deps.checkCode(user, signIn.code, origin.remoteAddr, signIn.kind);
  const reason = refusal?.code === 'mfa_failed' ? 'mfa_failed' : 'login_blocked';
  if (refusal) await logSignIn({ username: displayOf(user), origin, backend, mfa: 1, reason }, deps.db);
  return refusal;
};
