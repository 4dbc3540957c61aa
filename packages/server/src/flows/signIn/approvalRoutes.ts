import { checkApproval, giveUpSignIn } from '@gatehouse/contract/calls/authentication.ts';
import type { FastifyRequest } from 'fastify';
import { bind, type CallHandler, type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { closeConfirmation, outcomeOf } from '../tickets/confirmations/outcome.ts';
import type { SignInDeps } from './deps.ts';
import { logSignIn, originOf } from './log.ts';
import type { Pending } from './pending.ts';

/** The answer when there is no pending sign-in, in the words of sign-ins and of other refusals. */
export const noSignIn = (ctx: Context): WholeAnswer => {
  const msg = ctx.t('signIn.failures.session_empty');
  return whole({
    status: 401,
    body: { error: 'session_empty', msg, detail: msg, code: 'not_authenticated' },
  });
};

/** The answer to a sign-in that waits for a reviewer. */
export const stillWaits = (ticket: string, ctx: Context) => ({
  error: 'login_confirm_wait' as const,
  msg: ctx.t('signIn.failures.review_wait'),
  data: { ticket_id: ticket },
});

/** The answer to a sign-in that a reviewer refused, or that waits no longer. */
export const isOver = (
  key: 'review_refused' | 'session_empty',
  ticket: string,
  username: string,
  ctx: Context,
) => ({
  error: 'login_confirm_error' as const,
  msg: ctx.t(`signIn.failures.${key}`),
  data: { ticket_id: ticket, username },
});

/** Gives up a browser's pending sign-in: what waits for a reviewer is closed. */
export const giveUp = async (request: FastifyRequest, ctx: Context, deps: SignInDeps): Promise<void> => {
  const pending = await deps.pendingSignIns.find(request);
  await deps.pendingSignIns.drop(request);
  const ticket = pending?.review?.ticket;
  if (ticket) await deps.db.transaction((tx) => closeConfirmation(ticket, 'cancelled', { ...ctx, db: tx }));
};

/** Ends a pending sign-in that a reviewer refused; of two requests that notice it, one logs it. */
const endRefused = async (request: FastifyRequest, pending: Pending, deps: SignInDeps): Promise<void> => {
  if (!(await deps.pendingSignIns.take(pending))) return;
  const { user, backend } = pending;
  const entry = { username: displayOf(user), origin: originOf(request), backend, mfa: 2 } as const;
  await logSignIn({ ...entry, reason: 'acl_not_allow' }, deps.db);
};

/** Registers asking whether a sign-in waits for a reviewer (reference 02 §6.1), and giving it up. */
export const addApprovalRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const { pendingSignIns, db } = deps;
  const check: CallHandler<typeof checkApproval> = async ({ ctx, request }) => {
    const pending = request.signedIn ? undefined : await pendingSignIns.find(request);
    if (!pending) return isOver('session_empty', '', '', ctx);
    if (!pending.review) return { msg: 'ok' as const };
    const { ticket } = pending.review;
    const state = (await outcomeOf(ticket, db))?.state ?? 'closed';
    if (state === 'approved') return { msg: 'ok' as const };
    if (state === 'pending') return stillWaits(ticket, ctx);
    await endRefused(request, pending, deps);
    return isOver('review_refused', ticket, pending.user.username, ctx);
  };
  bind(ports, checkApproval, check, { noTransaction: true });
  const cancel: CallHandler<typeof giveUpSignIn> = async ({ ctx, request }) => {
    if (!request.signedIn) await giveUp(request, ctx, deps);
    return undefined;
  };
  bind(ports, giveUpSignIn, cancel, { noTransaction: true });
};
