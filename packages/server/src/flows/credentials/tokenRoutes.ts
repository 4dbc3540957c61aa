import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { signInProgram } from '@gatehouse/contract/calls/authentication.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { bind, type CallHandler, type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { formatDatetime } from '../../platform/time.ts';
import { noteSignedIn } from '../../resources/users/user/statements.ts';
import type { Person } from '../identify/person.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { owe } from '../signIn/admit.ts';
import { countAttempt } from '../signIn/attempts.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { logSignIn, type Origin, originOf } from '../signIn/log.ts';
import type { Pending } from '../signIn/pending.ts';
import { refusalText } from '../signIn/refusalText.ts';
import type { Tokens } from './tokens.ts';

/** Builds a user's profile body. */
export type ProfileOf = (person: Person, ctx: Context) => Promise<Record<string, unknown>>;

type Given = BodyOf<typeof signInProgram>;

const refused = (error: string, msg: string): WholeAnswer => whole({ status: 400, body: { error, msg } });

const readCredentials = ({ username, password }: Given): { username: string; password: string } => {
  if (!username) throw fieldError('username', 'required');
  if (!password) throw fieldError('password', 'required');
  return { username: username.slice(0, 128), password };
};

/** Programs request their token again after the code, without the password, but for the same name. */
const provenSignIn = async (
  request: FastifyRequest,
  given: Given,
  { pendingSignIns, settings }: SignInDeps,
): Promise<Pending | undefined> => {
  const pending = request.signedIn ? undefined : await pendingSignIns.find(request);
  if (!pending?.isProven || mfaStateOf(pending.person, settings).isOwed) return undefined;
  const username = given.username ?? pending.person.username;
  return username === pending.person.username ? pending : undefined;
};

type Issued = { person: Person; backend: SignInMethod; hasCode: boolean; origin: Origin };

const createIssue =
  (deps: SignInDeps & { tokens: Tokens; profileOf: ProfileOf }) =>
  async (ctx: Context, { person, backend, hasCode, origin }: Issued) => {
    const { token, until } = await deps.db.transaction(async (tx) => {
      await noteSignedIn(person.id, tx);
      await logSignIn({ username: displayOf(person), origin, backend, mfa: hasCode ? 1 : 0 }, tx);
      const seconds = deps.settings.get('TOKEN_EXPIRATION');
      const given = { userId: person.id, remoteAddr: origin.remoteAddr, seconds, hasCode };
      return deps.tokens.issue(given, tx);
    });
    return {
      token,
      keyword: 'Bearer' as const,
      date_expired: formatDatetime(until, ctx.zone),
      user: await deps.profileOf(person, ctx),
    };
  };

/** The answer to a program that still needs a code. */
const needsCode = (ctx: Context): WholeAnswer =>
  whole({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      error: 'mfa_required',
      msg: ctx.t('signIn.failures.mfa_required'),
      data: { choices: ['otp'], url: '/api/v1/authentication/mfa/challenge/' },
    },
  });

/**
 * Registers sign-in for programs: name and password, plus a code for MFA, in exchange for a bearer token
 * (protocol reference §2).
 */
export const addTokenRoutes = (
  ports: HttpPorts,
  deps: SignInDeps & { tokens: Tokens; profileOf: ProfileOf },
): void => {
  const { settings, limits } = deps;
  const issue = createIssue(deps);
  const handle: CallHandler<typeof signInProgram> = async ({ ctx, request, reply, body }) => {
    const origin = originOf(request, 'U');
    const sent = await body();
    const proven = await provenSignIn(request, sent, deps);
    if (proven && (await deps.pendingSignIns.take(proven)))
      return issue(ctx, { person: proven.person, backend: proven.backend, hasCode: true, origin });
    const given = readCredentials(sent);
    await countAttempt(limits, origin.remoteAddr, given.username);
    const verdict = await deps.authenticate({ ...given, origin });
    if (verdict.refusal) return refused(verdict.refusal.code, refusalText(verdict.refusal, ctx));
    await limits.forget('account', given.username);
    const { person, backend, mustChange } = verdict;
    if (mustChange) return refused('password_expired', ctx.t(`signIn.new_lead.${mustChange}`));
    const mfa = mfaStateOf(person, settings);
    if (!mfa.isOn) return issue(ctx, { person, backend, hasCode: false, origin });
    await owe({ request, reply }, { person, backend, isPersistent: false, next: '' }, origin, deps);
    return mfa.isOwed ? refused('mfa_unset', ctx.t('signIn.failures.mfa_unset')) : needsCode(ctx);
  };
  bind(ports, signInProgram, handle, { noTransaction: true });
};
