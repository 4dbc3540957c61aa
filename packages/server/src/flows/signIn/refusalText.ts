import type { Context } from '../../engine/context.ts';
import type { CodeRefusal } from '../mfa/checkCode.ts';
import type { Refusal } from './backends/backend.ts';

/** The text of a refusal, for a page or an answer. */
export const refusalText = (refusal: Refusal | CodeRefusal, ctx: Context): string => {
  const { code, ...params } = refusal;
  const isLast = 'left' in refusal && refusal.left === 1;
  return ctx.t(`signIn.failures.${code}${isLast ? '_last' : ''}`, params);
};
