import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { displayOf } from '../../engine/context.ts';
import type { Answer } from '../../engine/http.ts';
import type { User } from '../identify/user.ts';
import type { CodeKind, CodeRefusal } from '../mfa/checkCode.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { sendSessionCookie, sendSessionCsrf } from '../session/cookies.ts';
import type { SignInDeps } from './deps.ts';
import { letIn } from './letIn.ts';
import { logSignIn, type Origin, originOf } from './log.ts';
import { redirect, withNext } from './pageRequest.ts';

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
};

/** Opens the web session of a fully authenticated user and redirects to the requested page. */
export const enter = async (
  { request, reply }: Visit,
  signIn: Admitted & { hasCode: boolean },
  deps: SignInDeps,
): Promise<Answer> => {
  const { user, backend, isPersistent, loginSecret } = signIn;
  const origin = originOf(request, 'W');
  const entry = { user, backend, origin, isPersistent, loginSecret, hasCode: signIn.hasCode };
  const session = await letIn(entry, deps);
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
  if (mfaStateOf(user, deps.settings).mustEnrol)
    await logSignIn({ username: displayOf(user), origin, backend, mfa: 1, reason: 'mfa_unset' }, deps.db);
};

/** After the right password: sign in, or go to the guard for MFA. */
export const admit = async (visit: Visit, signIn: Admitted, deps: SignInDeps): Promise<Answer> => {
  if (!mfaStateOf(signIn.user, deps.settings).isOn) return enter(visit, { ...signIn, hasCode: false }, deps);
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
