import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../../engine/context.ts';
import { storedRows } from '../../../engine/operations/read.ts';
import type { Resource } from '../../../engine/resource.ts';
import type { Organizations } from '../../../platform/organizations.ts';
import { requireLicence } from '../../../resources/tickets/licensed.ts';
import type { IsRefusedHere } from '../../accessRules/refusedHere.ts';
import { actorOf, type IdentifyDeps } from '../../identify/identify.ts';
import { findUser, isValid, type User } from '../../identify/user.ts';
import { confirmationResource } from '../confirmations/open.ts';
import { isMyTurn } from '../decide.ts';
import { mayStillDecide } from '../mayDecide.ts';
import { type AnyTicket, isOverdue } from '../steps.ts';
import type { DecisionLinks, FoundLink } from './links.ts';

/** What opening a link needs. */
export type LinkDeps = Pick<IdentifyDeps, 'db' | 'roles' | 'licence'> & {
  isRefusedHere: IsRefusedHere;
  links: DecisionLinks;
  organizations: Organizations;
};

/** Why a link leads nowhere: what to say, with its values. */
export type LinkRefusal = {
  refused: 'over' | 'disabled' | 'not_here' | 'not_reviewer' | 'other_user';
  params?: Record<string, string>;
};

/** A valid link with its ticket, in the context of its reviewer; `isOpen` while the reviewer can still decide. */
export type LinkCase = {
  link: FoundLink;
  ticket: AnyTicket;
  resource: Resource;
  ctx: Context;
  isOpen: boolean;
};

/** The resource of the tickets of a type. */
export const resourceOfType = (type: AnyTicket['type'], ctx: Pick<Context, 'engine'>): Resource =>
  type === 'apply_asset'
    ? (ctx.engine.resource(applyassetticket) as unknown as Resource)
    : confirmationResource(type, ctx);

const asReviewer = async (
  user: User,
  { org_id }: AnyTicket,
  deps: LinkDeps,
  ctx: Context,
): Promise<Context> => {
  const org = deps.organizations.find(org_id) ?? ctx.org;
  return { ...ctx, org, actor: await actorOf(user, org, deps), memo: new Map() };
};

/** Opens the link of a token for this browser, in which its reviewer or nobody is signed in. */
export const openLink = async (
  token: string,
  deps: LinkDeps,
  ctx: Context,
): Promise<LinkCase | LinkRefusal> => {
  const link = await deps.links.find(token);
  if (!link) return { refused: 'over' };
  const user = await findUser(sql`u.id = ${link.user}`, deps.db);
  if (!user || !isValid(user)) return { refused: 'disabled' };
  if (await deps.isRefusedHere(user.id, ctx.remoteAddr)) return { refused: 'not_here' };
  if (ctx.actor.id && ctx.actor.id !== user.id)
    return { refused: 'other_user', params: { name: displayOf(user), other: displayOf(ctx.actor) } };
  const [ticket] = await storedRows(ctx.engine.resource('tickets.ticket'), [link.ticket], ctx);
  if (!ticket) return { refused: 'over' };
  const found = ticket as unknown as AnyTicket;
  const own = await asReviewer(user, found, deps, ctx);
  requireLicence(own);
  if (!found.assignees.includes(user.id) || !(await mayStillDecide(found, user.id, own)))
    return { refused: 'not_reviewer' };
  const isOpen =
    found.status === 'open' &&
    !isOverdue(found) &&
    Number(found.approval_step) === link.step &&
    isMyTurn(found, own);
  return { link, ticket: found, resource: resourceOfType(found.type, own), ctx: own, isOpen };
};
