import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';

/** Tickets need a licence also where no permission but concern alone authorises, which is where nobody else would ask. */
export const requireLicence = ({ actor }: Pick<Context, 'actor'>): void => {
  if (actor.lacks?.has('tickets.view_ticket')) throw new AppError('licence_required');
};
