import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { displayOf } from '../../engine/context.ts';
import type { Answer } from '../../engine/http.ts';
import type { Person } from '../identify/person.ts';
import type { CodeRefusal } from '../mfa/checkCode.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { sendSessionCookie, sendSessionCsrf } from '../session/cookies.ts';
import type { SignInDeps } from './deps.ts';
import { letIn } from './letIn.ts';
import { logSignIn, type Origin, originOf } from './log.ts';
import { redirect, withNext } from './pageRequest.ts';

/** A browser on one of our pages. */
export type Visit = { request: FastifyRequest; reply: FastifyReply };

/** A user with the right password. */
export type Admitted = {
  person: Person;
  backend: SignInMethod;
  isPersistent: boolean;
  next: string;
  /** Sealed password stored with the session. */
  loginSecret?: string | undefined;
};

/** Opens the session of a fully authenticated user and redirects to the requested page. */
export const enter = async (
  { request, reply }: Visit,
  given: Admitted & { hasCode: boolean },
  deps: SignInDeps,
): Promise<Answer> => {
  const { person, backend, isPersistent, loginSecret } = given;
  const origin = originOf(request, 'W');
  const entry = { person, backend, origin, isPersistent, loginSecret, hasCode: given.hasCode };
  const session = await letIn(entry, deps);
  sendSessionCookie({ request, reply, secret: session.secret, isPersistent }, deps);
  sendSessionCsrf(request, reply, session.id, deps);
  return redirect(given.next || '/ui/');
};

/** Starts a sign-in that needs MFA; one that must first set up MFA is logged as a failure. */
export const owe = async (visit: Visit, given: Admitted, origin: Origin, deps: SignInDeps): Promise<void> => {
  const { person, backend } = given;
  await deps.pendingSignIns.begin(visit, given);
  if (mfaStateOf(person, deps.settings).isOwed)
    await logSignIn({ username: displayOf(person), origin, backend, mfa: 1, reason: 'mfa_unset' }, deps.db);
};

/** After the right password: sign in, or go to the guard for MFA. */
export const admit = async (visit: Visit, given: Admitted, deps: SignInDeps): Promise<Answer> => {
  if (!mfaStateOf(given.person, deps.settings).isOn) return enter(visit, { ...given, hasCode: false }, deps);
  await owe(visit, given, originOf(visit.request, 'W'), deps);
  return redirect(withNext('/core/auth/login/guard/', given.next));
};

/** Checks a code during sign-in; failures are counted and logged. */
export const judgeCode = async (
  given: Pick<Admitted, 'person' | 'backend'> & { code: string; origin: Origin },
  deps: SignInDeps,
): Promise<CodeRefusal | undefined> => {
  const { person, backend, origin } = given;
  const refusal = await deps.checkCode(person, given.code, origin.remoteAddr);
  const reason = refusal?.code === 'mfa_failed' ? 'mfa_failed' : 'login_blocked';
  if (refusal) await logSignIn({ username: displayOf(person), origin, backend, mfa: 1, reason }, deps.db);
  return refusal;
};
