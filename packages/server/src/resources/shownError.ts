import type { Message } from '@gatehouse/contract/errors.ts';
import type { Context } from '../engine/context.ts';

/** Why a run ended without success, in the reader's language where its error has words for users. */
export const shownError = (
  { error, reason }: { error: string; reason: unknown },
  ctx: Pick<Context, 't'>,
): string => {
  const { key, params } = (reason ?? {}) as Partial<Message>;
  return key === undefined ? error : ctx.t(`errors.${key}`, params);
};
