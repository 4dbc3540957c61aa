import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../../engine/context.ts';
import type { Answer } from '../../../engine/http.ts';
import type { Exceeded, RateLimits } from '../../../platform/limits/rateLimits.ts';

/** Attempts on a username count for each address by themselves, so that nobody can use up another's. */
const accountAt = (account: string, address: string) => `${account.slice(0, 128)}|${address}`;

/** Resets the count of an account at an address whose user has authenticated. */
export const forgetAttempts = (limits: RateLimits, address: string, account: string): Promise<void> =>
  limits.forget('account', accountAt(account, address));

/** Counts an attempt by address and, if one is named, by username; throws 429 when there are too many. */
export const countAttempt = async (limits: RateLimits, address: string, account?: string): Promise<void> => {
  await limits.take('sign_in', address);
  if (account) await limits.take('account', accountAt(account, address));
};

/** The limit that the next attempt for an account from an address would exceed, if any. */
export const findAttemptLimit = async (
  limits: RateLimits,
  address: string,
  account: string,
): Promise<Exceeded<'sign_in' | 'account'> | undefined> =>
  (await limits.find('sign_in', address)) ?? limits.find('account', accountAt(account, address));

/**
 * Counts an attempt on a page: returns a page that says when to retry, or undefined when the attempt may
 * continue.
 */
export const countOnPage = async (
  ctx: Context,
  count: Promise<void>,
  page: (notice: string) => Answer,
): Promise<Answer | undefined> => {
  try {
    await count;
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'throttled') throw error;
    const answer = page(ctx.t(`errors.${error.messageKey}`, error.params));
    const headers = { ...answer.headers, 'retry-after': String(error.params.seconds) };
    return { ...answer, status: 429, headers };
  }
};
