import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../engine/context.ts';

/**
 * Refuses users: the reports of components are evidence, which not even a role with every permission may
 * rewrite.
 */
export const onlyComponents = (ctx: Pick<Context, 'actor'>): void => {
  if (!ctx.actor.isServiceAccount) throw new AppError('permission_denied');
};
