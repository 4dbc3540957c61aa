import { AppError } from '@gatehouse/contract/errors.ts';
import type { Actor, Context } from './context.ts';

/** What a route requires: codenames (`a|b` means either, a list all of them), or one of these words. */
export type Need =
  | 'public'
  | 'validUser'
  | 'superuser'
  | 'serviceAccount'
  | (string & {})
  | readonly string[];

const holds = (actor: Actor, codename: string): boolean => {
  if (codename === '*') return true;
  if (actor.lacks?.has(codename)) return false;
  return actor.isSuperuser || actor.permissions.has(codename);
};

/**
 * The only place that decides permissions. An empty need and `*` pass for every signed-in caller; a list
 * needs all; `a|b` needs either.
 */
export const can = (actor: Actor, need: Need): boolean => {
  if (need === 'public') return true;
  if (!actor.id) return false;
  if (need === 'superuser') return actor.isSuperuser;
  if (need === 'serviceAccount') return actor.isServiceAccount;
  if (need === 'validUser') return true;
  return [need].flat().every((entry) => entry === '' || entry.split('|').some((part) => holds(actor, part)));
};

/** Throws 401 for anonymous callers, and 403 for a missing permission or licence. */
export const authorize = (ctx: Pick<Context, 'actor'>, need: Need): void => {
  if (can(ctx.actor, need)) return;
  if (!ctx.actor.id) throw new AppError('not_authenticated');
  const { lacks, ...licensed } = ctx.actor;
  throw new AppError(lacks && can(licensed, need) ? 'licence_required' : 'permission_denied');
};
