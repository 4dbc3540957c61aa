import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../engine/context.ts';

/**
 * Refuses users: gateway reports are evidence, and a role with every permission must not be able to rewrite
 * it.
 */
export const onlyComponents = (ctx: Pick<Context, 'actor'>): void => {
  if (!ctx.actor.isServiceAccount) throw new AppError('permission_denied');
};
