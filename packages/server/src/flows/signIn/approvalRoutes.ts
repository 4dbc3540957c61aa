import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts } from '../../engine/http.ts';
import type { SignInDeps } from './deps.ts';

const url = '/api/v1/authentication/login-confirm-ticket/status/';

/** A sign-in without one has nothing to ask about. */
export const noSignIn = (ctx: Context): Answer => ({
  status: 401,
  body: { error: 'session_empty', msg: ctx.t('signIn.failures.session_empty') },
});

/**
 * Registers whether a sign-in waits for somebody's approval (reference 02 §6.1). No rule here asks for one, so whoever
 * is signing in waits for nobody, and leaving the page gives the sign-in up.
 */
export const addApprovalRoutes = (ports: HttpPorts, { pendingSignIns }: SignInDeps): void => {
  addRoute(ports, {
    method: 'GET',
    url,
    need: 'public',
    handle: async (ctx, request) => {
      const isKnown = request.signedIn || (await pendingSignIns.find(request));
      return isKnown ? { body: { msg: 'ok' } } : noSignIn(ctx);
    },
  });
  addRoute(ports, {
    method: 'DELETE',
    url,
    need: 'public',
    noTransaction: true,
    handle: async (_ctx, request) => {
      if (!request.signedIn) await pendingSignIns.drop(request);
      return { status: 200 };
    },
  });
};
