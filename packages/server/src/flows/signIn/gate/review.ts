import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, displayOf } from '../../../engine/context.ts';
import { closeConfirmation } from '../../tickets/confirmations/outcome.ts';
import type { SignInDeps } from '../deps.ts';
import { logSignIn, type Origin, originOf } from '../log.ts';
import type { Pending, Review } from '../pending.ts';
import type { RuleRefusal } from './rules.ts';

type Visit = { request: FastifyRequest; reply: FastifyReply; ctx: Context };

const close = async (ticket: string, ctx: Context, { db }: Pick<SignInDeps, 'db'>): Promise<void> => {
  await db.transaction((tx) => closeConfirmation(ticket, 'cancelled', { ...ctx, db: tx }));
};

/** Closes what a sign-in waited for that ends, or goes on by itself because its rule has changed meanwhile. */
export const endReview = async (
  pending: Pending | undefined,
  ctx: Context,
  deps: Pick<SignInDeps, 'db'>,
): Promise<void> => {
  const ticket = pending?.review?.ticket;
  if (ticket) await close(ticket, ctx, deps);
};

/**
 * Lets a sign-in wait for a ticket, and no longer for the one of another address or rule; false when another request
 * has taken the sign-in meanwhile.
 */
export const awaitReview = async (
  visit: Visit,
  signIn: Omit<Pending, 'key' | 'isProven' | 'review'> & { hasCode: boolean; pending?: Pending },
  asked: Pick<Review, 'ticket' | 'reviewers' | 'rule'>,
  deps: SignInDeps,
): Promise<boolean> => {
  const { pending, hasCode } = signIn;
  if (pending?.review?.ticket === asked.ticket) return true;
  if (pending && !(await deps.pendingSignIns.take(pending))) {
    await close(asked.ticket, visit.ctx, deps);
    return false;
  }
  await endReview(pending, visit.ctx, deps);
  const { ticket, reviewers, rule } = asked;
  const review = { ticket, reviewers, rule, ip: originOf(visit.request).remoteAddr, since: Date.now() };
  await deps.pendingSignIns.begin(visit, { ...signIn, isProven: hasCode, review });
  return true;
};

/**
 * Writes the refusal of a sign-in by a rule to the login log; of several requests that notice the end of a review, the
 * first does.
 */
export const logRefusal = async (
  {
    user,
    backend,
    origin,
    pending,
  }: Pick<Pending, 'user' | 'backend'> & { origin: Origin; pending?: Pending },
  { code, rule }: RuleRefusal,
  deps: SignInDeps,
): Promise<void> => {
  const isEnd = code === 'review_refused' || code === 'review_timed_out' || code === 'review_deserted';
  if (isEnd && pending && !(await deps.pendingSignIns.isFirstToTell(pending))) return;
  const reason = isEnd ? code : 'acl_not_allow';
  await logSignIn({ username: displayOf(user), origin, backend, mfa: 2, reason, rule }, deps.db);
};
