import { fieldError } from '@gatehouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts, refusedByHand } from '../../engine/http.ts';
import { judgeCode } from '../signIn/admit.ts';
import { noSignIn } from '../signIn/approvalRoutes.ts';
import { countAttempt } from '../signIn/attempts.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { originOf } from '../signIn/log.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { mfaStateOf } from './duty.ts';

const base = '/api/v1/authentication/mfa/';

const textField = (request: FastifyRequest, name: string): string => {
  const value = (request.body as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : '';
};

const unsupported = (ctx: Context): Answer => refusedByHand('mfa_type_unsupported', ctx);

const challenge =
  (deps: SignInDeps) =>
  async (ctx: Context, request: FastifyRequest): Promise<Answer> => {
    const pending = request.signedIn ? undefined : await deps.pendingSignIns.find(request);
    if (!pending) return noSignIn(ctx);
    if (!['', 'otp'].includes(textField(request, 'type'))) return unsupported(ctx);
    const code = textField(request, 'code');
    if (!code) throw fieldError('code', 'required');
    const origin = originOf(request, 'U');
    await countAttempt(deps.limits, origin.remoteAddr, pending.person.username);
    if (mfaStateOf(pending.person, deps.settings).isOwed)
      return { status: 401, body: { error: 'mfa_unset', msg: ctx.t('signIn.failures.mfa_unset') } };
    const refusal = await judgeCode({ ...pending, code, origin }, deps);
    if (refusal) return { status: 401, body: { error: refusal.code, msg: refusalText(refusal, ctx) } };
    await deps.limits.forget('account', pending.person.username);
    await deps.pendingSignIns.prove(pending);
    return { body: { msg: 'ok' } };
  };

/** Codes come from the app by themselves; the methods that would send one are not set up here. */
const select =
  (deps: SignInDeps) =>
  async (ctx: Context, request: FastifyRequest): Promise<Answer> => {
    const isKnown = request.signedIn || (await deps.pendingSignIns.find(request));
    return isKnown ? unsupported(ctx) : noSignIn(ctx);
  };

/** Registers MFA for programs: proving a sign-in that waits for a code (protocol reference §2). */
export const addMfaApi = (ports: HttpPorts, deps: SignInDeps): void => {
  const add = (paths: readonly string[], handle: ReturnType<typeof challenge>) => {
    for (const path of paths)
      addRoute(ports, {
        method: 'POST',
        url: `${base}${path}/`,
        need: 'public',
        noTransaction: true,
        handle,
      });
  };
  add(['verify', 'challenge'], challenge(deps));
  add(['select', 'send-code'], select(deps));
};
