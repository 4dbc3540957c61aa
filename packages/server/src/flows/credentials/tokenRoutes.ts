import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { signInProgram } from '@gatehouse/contract/calls/authentication.ts';
import type { FastifyRequest } from 'fastify';
import { bind, type CallHandler, type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { formatDatetime } from '../../platform/time.ts';
import { noteSignedIn } from '../../resources/users/user/statements.ts';
import type { User } from '../identify/user.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { awaitCode } from '../signIn/admit.ts';
import { countAttempt, forgetAttempts } from '../signIn/attempts.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { logSignIn, type Origin, originOf } from '../signIn/log.ts';
import type { Pending } from '../signIn/pending.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { issueToken } from './tokens.ts';

/** Builds a user's profile body. */
export type ProfileOf = (user: User, ctx: Context) => Promise<Record<string, unknown>>;

type Credentials = BodyOf<typeof signInProgram>;

const refused = (error: string, msg: string): WholeAnswer => whole({ status: 400, body: { error, msg } });

/** Name and password; undefined when one is missing. */
const readCredentials = ({ username, password }: Credentials) =>
  username && password ? { username: username.slice(0, 128), password } : undefined;

/** After the code, programs request their token again: without the password, but for the same username. */
const provenSignIn = async (
  request: FastifyRequest,
  requested: Credentials,
  { pendingSignIns, settings }: SignInDeps,
): Promise<Pending | undefined> => {
  const pending = request.signedIn ? undefined : await pendingSignIns.find(request);
  if (!pending?.isProven || mfaStateOf(pending.user, settings).mustEnrol) return undefined;
  const username = requested.username ?? pending.user.username;
  return username === pending.user.username ? pending : undefined;
};

type Issued = { user: User; backend: SignInMethod; hasCode: boolean; origin: Origin };

const createIssue =
  (deps: SignInDeps & { profileOf: ProfileOf }) =>
  async (ctx: Context, { user, backend, hasCode, origin }: Issued) => {
    const { token, until } = await deps.db.transaction(async (tx) => {
      await noteSignedIn(user.id, tx);
      await logSignIn({ username: displayOf(user), origin, backend, mfa: hasCode ? 1 : 0 }, tx);
      const seconds = deps.settings.get('TOKEN_EXPIRATION');
      const options = { userId: user.id, remoteAddr: origin.remoteAddr, seconds, hasCode };
      return issueToken(options, tx);
    });
    return {
      token,
      keyword: 'Bearer' as const,
      date_expired: formatDatetime(until, ctx.zone),
      user: await deps.profileOf(user, ctx),
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
  const issue = createIssue(deps);
  const handle: CallHandler<typeof signInProgram> = async ({ ctx, request, reply, body }) => {
    const origin = originOf(request, 'U');
    const sent = await body();
    const proven = await provenSignIn(request, sent, deps);
    if (proven && (await deps.pendingSignIns.take(proven)))
      return issue(ctx, { user: proven.user, backend: proven.backend, hasCode: true, origin });
    const credentials = readCredentials(sent);
    if (!credentials) return refused('password_failed', ctx.t('signIn.nothing_sent'));
    await countAttempt(limits, origin.remoteAddr, credentials.username);
    const verdict = await deps.authenticate({ ...credentials, origin });
    if (verdict.refusal) return refused(verdict.refusal.code, refusalText(verdict.refusal, ctx));
    await forgetAttempts(limits, origin.remoteAddr, credentials.username);
    const { user, backend, mustChange } = verdict;
    if (mustChange) return refused('password_expired', ctx.t(`signIn.new_lead.${mustChange}`));
    const mfa = mfaStateOf(user, settings);
    if (!mfa.isOn) return issue(ctx, { user, backend, hasCode: false, origin });
    await awaitCode({ request, reply }, { user, backend, isPersistent: false, next: '' }, origin, deps);
    if (mfa.mustEnrol) return refused('mfa_unset', ctx.t('signIn.failures.mfa_unset'));
    return needsCode(['otp', ...((await deps.smsCodes.reaches(user.id)) ? ['sms'] : [])], ctx);
  };
  bind(ports, signInProgram, handle, { noTransaction: true });
};
