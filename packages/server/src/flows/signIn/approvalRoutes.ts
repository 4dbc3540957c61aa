import { checkApproval, giveUpSignIn } from '@gatehouse/contract/calls/authentication.ts';
import { bind, type CallHandler, type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { SignInDeps } from './deps.ts';

/** The answer when there is no pending sign-in, in the words of sign-ins and of other refusals. */
export const noSignIn = (ctx: Context): WholeAnswer => {
  const msg = ctx.t('signIn.failures.session_empty');
  return whole({
    status: 401,
    body: { error: 'session_empty', msg, detail: msg, code: 'not_authenticated' },
  });
};

/**
 * Registers checking whether a sign-in waits for approval (reference 02 §6.1), and cancelling a sign-in when
 * its page is left. No rule requires approval here, so no sign-in ever waits.
 */
export const addApprovalRoutes = (ports: HttpPorts, { pendingSignIns }: SignInDeps): void => {
  bind(ports, checkApproval, async ({ ctx, request }) => {
    if (!request.signedIn && (await pendingSignIns.find(request))) return { msg: 'ok' as const };
    return {
      error: 'login_confirm_error',
      msg: ctx.t('signIn.failures.session_empty'),
      data: { ticket_id: '', username: '' },
    };
  });
  const giveUp: CallHandler<typeof giveUpSignIn> = async ({ request }) => {
    if (!request.signedIn) await pendingSignIns.drop(request);
    return undefined;
  };
  bind(ports, giveUpSignIn, giveUp, { noTransaction: true });
};
