import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { signInProgram } from '@gatehouse/contract/calls/signIn/authentication.ts';
import type { FastifyRequest } from 'fastify';
import { bind, type CallHandler, type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { formatDatetime } from '../../platform/time.ts';
import { holdApproval, noteOpened } from '../../resources/tickets/ticket/statements.ts';
import { hashOf } from '../../resources/users/user/sessions.ts';
import { noteSignedIn } from '../../resources/users/user/statements.ts';
import type { User } from '../identify/user.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { awaitCode, type Entering } from '../signIn/admit.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { countAttempt, forgetAttempts } from '../signIn/gate/attempts.ts';
import { awaitReview, endReview, logRefusal } from '../signIn/gate/review.ts';
import { ruleStep, tellSignIn } from '../signIn/gate/rules.ts';
import { logSignIn, type Origin, originOf } from '../signIn/log.ts';
import type { Pending } from '../signIn/pending.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { noSignIn, stillWaits } from '../signIn/routes/approvalRoutes.ts';
import { issueToken } from './tokens.ts';

/** Builds a user's profile body. */
export type ProfileOf = (user: User, ctx: Context) => Promise<Record<string, unknown>>;

type Credentials = BodyOf<typeof signInProgram>;

const refused = (error: string, msg: string): WholeAnswer => whole({ status: 400, body: { error, msg } });

/** Name and password; undefined when one is missing. */
const readCredentials = ({ username, password }: Credentials) =>
  username && password ? { username: username.slice(0, 128), password } : undefined;

/**
 * After the code, or the approval, programs request their token again: without the password, but for the same
 * username.
 */
const provenSignIn = async (
  request: FastifyRequest,
  requested: Credentials,
  { pendingSignIns, settings }: SignInDeps,
): Promise<Pending | undefined> => {
  const pending = request.signedIn ? undefined : await pendingSignIns.find(request);
  if (!pending) return undefined;
  const mfa = mfaStateOf(pending.user, settings, pending.backend);
  const isProven = mfa.isOn ? pending.isProven && !mfa.mustEnrol : pending.isProven || pending.review;
  const username = requested.username ?? pending.user.username;
  return isProven && username === pending.user.username ? pending : undefined;
};

type Issued = {
  user: User;
  backend: SignInMethod;
  hasCode: boolean;
  origin: Origin;
  /** The ticket whose approval lets the user in, where a rule asked for one. */
  approval?: string;
  /** Name of the rule that lets the user in, or that asked for the approval. */
  rule?: string;
};

const createIssue =
  (deps: SignInDeps & { profileOf: ProfileOf }) =>
  async (ctx: Context, { user, backend, hasCode, origin, approval, rule = '' }: Issued) => {
    const issued = await deps.db.transaction(async (tx) => {
      if (approval && !(await holdApproval(approval, tx))) return undefined;
      await noteSignedIn(user.id, tx);
      const decided = { isApproved: approval !== undefined, rule };
      await logSignIn({ username: displayOf(user), origin, backend, mfa: hasCode ? 1 : 0, ...decided }, tx);
      const seconds = deps.settings.get('TOKEN_EXPIRATION');
      const options = { userId: user.id, remoteAddr: origin.remoteAddr, seconds, hasCode };
      const made = await issueToken(options, tx);
      if (approval) await noteOpened(approval, { kind: 'token', id: hashOf(made.token) }, tx);
      return made;
    });
    if (!issued) return refused('review_refused', ctx.t('signIn.failures.review_refused'));
    const { token, until } = issued;
    return {
      token,
      keyword: 'Bearer' as const,
      date_expired: formatDatetime(until, ctx.zone),
      user: await deps.profileOf(user, ctx),
    };
  };

/** A user who is proven, by a pending sign-in or at once. */
type Proven = Issued & { pending?: Pending };

/** Issues the token of a proven user, unless a rule refuses it or lets it wait for a reviewer. */
const createFinish = (deps: SignInDeps & { profileOf: ProfileOf }) => {
  const issue = createIssue(deps);
  return async ({ ctx, request, reply }: Entering, signIn: Proven) => {
    const { user, backend, origin, hasCode, pending } = signIn;
    const decided = await ruleStep({ user, origin, ...(pending && { pending }) }, deps, ctx);
    if (decided.step === 'wait') {
      const waiting = { user, backend, isPersistent: false, next: '', hasCode, ...(pending && { pending }) };
      if (!(await awaitReview({ ctx, request, reply }, waiting, decided, deps))) return noSignIn(ctx);
      const body = stillWaits(decided.ticket, ctx);
      return whole({ status: 200, headers: { 'cache-control': 'no-store' }, body });
    }
    if (pending && !(await deps.pendingSignIns.take(pending))) return noSignIn(ctx);
    await endReview(pending, ctx, deps);
    if (decided.step === 'refuse') {
      const { code } = decided.refusal;
      await logRefusal({ user, backend, origin, ...(pending && { pending }) }, decided.refusal, deps);
      return refused(code, ctx.t(`signIn.failures.${code}`));
    }
    if (decided.notice) await tellSignIn({ user, origin, backend }, decided.notice.reviewers, deps.db);
    const { approval, rule = '' } = decided;
    return issue(ctx, { user, backend, hasCode, origin, rule, ...(approval && { approval }) });
  };
};

/** The answer to a program that still needs a code. */
const needsCode = (choices: string[], ctx: Context): WholeAnswer =>
  whole({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      error: 'mfa_required',
      msg: ctx.t('signIn.failures.mfa_required'),
      data: { choices, url: '/api/v1/authentication/mfa/challenge/' },
    },
  });

/**
 * Registers sign-in for programs: name and password, plus a code for MFA, in exchange for a bearer token
 * (protocol reference §2).
 */
export const addTokenRoutes = (ports: HttpPorts, deps: SignInDeps & { profileOf: ProfileOf }): void => {
  const { settings, limits } = deps;
  const finish = createFinish(deps);
  const handle: CallHandler<typeof signInProgram> = async ({ ctx, request, reply, body }) => {
    const origin = originOf(request, 'U');
    const sent = await body();
    const proven = await provenSignIn(request, sent, deps);
    const visit = { ctx, request, reply };
    if (proven) {
      const { user, backend, isProven: hasCode } = proven;
      return finish(visit, { user, backend, hasCode, origin, pending: proven });
    }
    const credentials = readCredentials(sent);
    if (!credentials) return refused('password_failed', ctx.t('signIn.nothing_sent'));
    await countAttempt(limits, origin.remoteAddr, credentials.username);
    const verdict = await deps.authenticate({ ...credentials, origin });
    if (verdict.refusal) return refused(verdict.refusal.code, refusalText(verdict.refusal, ctx));
    await forgetAttempts(limits, origin.remoteAddr, credentials.username);
    const { user, backend, mustChange } = verdict;
    if (mustChange) return refused('password_expired', ctx.t(`signIn.new_lead.${mustChange}`));
    const mfa = mfaStateOf(user, settings, backend);
    if (!mfa.isOn) return finish(visit, { user, backend, hasCode: false, origin });
    await awaitCode({ request, reply }, { user, backend, isPersistent: false, next: '' }, origin, deps);
    if (mfa.mustEnrol) return refused('mfa_unset', ctx.t('signIn.failures.mfa_unset'));
    return needsCode(['otp', ...((await deps.smsCodes.reaches(user.id)) ? ['sms'] : [])], ctx);
  };
  bind(ports, signInProgram, handle, { noTransaction: true });
};
