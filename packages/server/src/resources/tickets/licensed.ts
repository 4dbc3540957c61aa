import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';

/**
 * Tickets need a licence even where participation replaces a permission, because nothing else checks it
 * there.
 */
export const requireLicence = ({ actor }: Pick<Context, 'actor'>): void => {
  if (actor.lacks?.has('tickets.view_ticket')) throw new AppError('licence_required');
};
