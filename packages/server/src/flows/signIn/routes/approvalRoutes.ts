import { checkApproval, giveUpSignIn } from '@gatehouse/contract/calls/signIn/authentication.ts';
import type { FastifyRequest } from 'fastify';
import { bind, type CallHandler, type WholeAnswer, whole } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { outcomeOf } from '../../tickets/confirmations/outcome.ts';
import { noteQuestion } from '../../tickets/confirmations/waiter.ts';
import type { SignInDeps } from '../deps.ts';
import { endReview, logRefusal } from '../gate/review.ts';
import { reviewEndOf } from '../gate/rules.ts';
import { originOf } from '../log.ts';

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
  key: 'review_refused' | 'review_timed_out' | 'review_deserted' | 'session_empty',
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
  await endReview(pending, ctx, deps);
};

/** Registers asking whether a sign-in waits for a reviewer (reference 02 §6.1), and giving it up. */
export const addApprovalRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const { pendingSignIns, db } = deps;
  const check: CallHandler<typeof checkApproval> = async ({ ctx, request }) => {
    const pending = request.signedIn ? undefined : await pendingSignIns.find(request);
    if (!pending) return isOver('session_empty', '', '', ctx);
    if (!pending.review) return { msg: 'ok' as const };
    const { ticket, rule = '' } = pending.review;
    const outcome = await outcomeOf(ticket, db);
    if (outcome?.state === 'approved') return { msg: 'ok' as const };
    if (outcome?.state === 'pending') {
      await noteQuestion(ticket, deps.cache, db);
      return stillWaits(ticket, ctx);
    }
    // The sign-in is kept for the guard, which says on the sign-in page why it ended.
    const code = reviewEndOf(outcome);
    await logRefusal({ ...pending, origin: originOf(request), pending }, { code, rule }, deps);
    return isOver(code, ticket, pending.user.username, ctx);
  };
  bind(ports, checkApproval, check, { noTransaction: true });
  const cancel: CallHandler<typeof giveUpSignIn> = async ({ ctx, request }) => {
    if (!request.signedIn) await giveUp(request, ctx, deps);
    return undefined;
  };
  bind(ports, giveUpSignIn, cancel, { noTransaction: true });
};
