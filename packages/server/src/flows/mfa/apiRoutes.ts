import { sendMfaCode, verifyMfaCode } from '@gatehouse/contract/calls/signIn/authentication.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import { bind, type CallHandler, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, refusedByHand } from '../../engine/http.ts';
import { judgeCode } from '../signIn/admit.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { countAttempt, forgetAttempts } from '../signIn/gate/attempts.ts';
import { originOf } from '../signIn/log.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { noSignIn } from '../signIn/routes/approvalRoutes.ts';
import { mfaStateOf } from './duty.ts';

const unsupported = (ctx: Context) => whole(refusedByHand('mfa_type_unsupported', ctx));
const refused = (error: string, msg: string) => whole({ status: 401, body: { error, msg } });

const verify =
  (deps: SignInDeps): CallHandler<typeof verifyMfaCode> =>
  async ({ ctx, request, body }) => {
    const pending = request.signedIn ? undefined : await deps.pendingSignIns.find(request);
    if (!pending) return noSignIn(ctx);
    const { type = '', code } = await body();
    const kind = type || 'otp';
    if (kind !== 'otp' && !(kind === 'sms' && deps.smsCodes.isOn())) return unsupported(ctx);
    if (!code) throw fieldError('code', 'required');
    const origin = originOf(request, 'U');
    await countAttempt(deps.limits, origin.remoteAddr, pending.user.username);
    if (mfaStateOf(pending.user, deps.settings, pending.backend).mustEnrol)
      return refused('mfa_unset', ctx.t('signIn.failures.mfa_unset'));
    const refusal = await judgeCode({ ...pending, code, kind, origin }, deps);
    if (refusal) return refused(refusal.code, refusalText(refusal, ctx));
    await forgetAttempts(deps.limits, origin.remoteAddr, pending.user.username);
    await deps.pendingSignIns.prove(pending);
    return { msg: 'ok' };
  };

/**
 * Sends a code as a text message, to a signed-in user or one whose password was right. MFA must be set up: who has no app
 * yet does not get around setting one up.
 */
const select =
  (deps: SignInDeps): CallHandler<typeof sendMfaCode> =>
  async ({ ctx, request, body }) => {
    const { type } = await body();
    if (!type) throw fieldError('type', 'required');
    const found = request.signedIn ?? (await deps.pendingSignIns.find(request));
    if (!found) return noSignIn(ctx);
    const { isUsable } = mfaStateOf(found.user, deps.settings);
    if (type !== 'sms' || !isUsable || !deps.smsCodes.isOn()) return unsupported(ctx);
    await deps.limits.take('sign_in', ctx.remoteAddr);
    const hasLeft = await deps.smsCodes.send(found.user.id);
    return hasLeft ? { type } : whole(refusedByHand('sms_not_sent', ctx));
  };

/** Registers MFA for programs: confirming a sign-in that waits for a code (protocol reference §2). */
export const addMfaApi = (ports: HttpPorts, deps: SignInDeps): void => {
  bind(ports, verifyMfaCode, verify(deps), { noTransaction: true });
  bind(ports, sendMfaCode, select(deps), { noTransaction: true });
};
