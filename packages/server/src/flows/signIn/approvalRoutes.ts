import { checkApproval, giveUpSignIn } from '@gatehouse/contract/calls/authentication.ts';
import { bind, type CallHandler, type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { SignInDeps } from './deps.ts';

/** The answer when there is no pending sign-in. */
export const noSignIn = (ctx: Context): WholeAnswer =>
  whole({ status: 401, body: { error: 'session_empty', msg: ctx.t('signIn.failures.session_empty') } });

/**
 * Registers checking whether a sign-in waits for approval (reference 02 §6.1), and cancelling a sign-in when
 * its page is left. No rule requires approval here, so no sign-in ever waits.
 */
export const addApprovalRoutes = (ports: HttpPorts, { pendingSignIns }: SignInDeps): void => {
  bind(ports, checkApproval, async ({ ctx, request }) => {
    const isKnown = request.signedIn || (await pendingSignIns.find(request));
    return isKnown ? { msg: 'ok' as const } : noSignIn(ctx);
  });
  const giveUp: CallHandler<typeof giveUpSignIn> = async ({ request }) => {
    if (!request.signedIn) await pendingSignIns.drop(request);
    return undefined;
  };
  bind(ports, giveUpSignIn, giveUp, { noTransaction: true });
};
