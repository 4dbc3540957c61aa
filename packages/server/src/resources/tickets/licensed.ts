import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';

/** Whether tickets cannot be decided for want of a licence. */
export const isUnlicensed = ({ actor }: Pick<Context, 'actor'>): boolean =>
  actor.lacks?.has('tickets.view_ticket') ?? false;

/**
 * Tickets need a licence even where participation replaces a permission, because nothing else checks it
 * there.
 */
export const requireLicence = (ctx: Pick<Context, 'actor'>): void => {
  if (isUnlicensed(ctx)) throw new AppError('licence_required');
};
