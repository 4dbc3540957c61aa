import { AppError } from '@gatehouse/contract/errors.ts';
import type { Actor, Context } from './context.ts';

/** What a route asks for: codenames (`a|b` either, list all), or one of the words. */
export type Need =
  | 'public'
  | 'validUser'
  | 'superuser'
  | 'serviceAccount'
  | (string & {})
  | readonly string[];

/** The only place that answers "may they?". An empty need passes; a list needs all; `a|b` needs either; `*` always passes. */
export const can = (actor: Actor, need: Need): boolean => {
  if (need === 'public') return true;
  if (!actor.id) return false;
  if (need === 'superuser') return actor.isSuperuser;
  if (need === 'serviceAccount') return actor.isServiceAccount;
  if (need === 'validUser' || actor.isSuperuser) return true;
  return [need]
    .flat()
    .every((one) => one === '' || one.split('|').some((part) => part === '*' || actor.permissions.has(part)));
};

/** Throws 401 for nobody and 403 for somebody without the permission. */
export const authorize = (ctx: Pick<Context, 'actor'>, need: Need): void => {
  if (can(ctx.actor, need)) return;
  throw new AppError(ctx.actor.id ? 'permission_denied' : 'not_authenticated');
};
