import { decideByLink as decideCall, showDecisionPage } from '@gatehouse/contract/calls/pages.ts';
import { AppError, ValidationError } from '@gatehouse/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bindWhole, type CallInput } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import { type Answer, type HttpPorts, inTransaction } from '../../../engine/http.ts';
import { createRefusedHere } from '../../accessRules/refusedHere.ts';
import type { SignInDeps } from '../../signIn/deps.ts';
import { countAttempt, countOnPage } from '../../signIn/gate/attempts.ts';
import type { PageFrame } from '../../signIn/page/layout.ts';
import { csrfOf, frameOf, isOurForm, pageAnswer, redirect } from '../../signIn/page/pageRequest.ts';
import { decideByLink } from './decideByLink.ts';
import { endingOf, factsOf, reviewerOf } from './facts.ts';
import { type LinkCase, type LinkDeps, type LinkRefusal, openLink } from './linkCase.ts';
import { createDecisionLinks, decisionPath } from './links.ts';
import { decidedPage, decisionPage, refusedPage } from './page.ts';

type Deps = SignInDeps & LinkDeps;
type Visit = { ctx: Context; request: FastifyRequest; reply: FastifyReply; token: string };

const ticketUrl = ({ ticket }: LinkCase): string => `/ui/tickets/tickets/${ticket.id}`;

const frameAt = ({ ctx, token }: Visit, titleKey: string, { settings }: Deps): PageFrame =>
  frameOf(ctx, titleKey, { settings, here: decisionPath(token) });

const statusOf = { over: 404, disabled: 403, not_here: 403, not_reviewer: 403, other_user: 403 } as const;

const refusal = (visit: Visit, { refused, params }: LinkRefusal, deps: Deps): Answer => {
  const frame = frameAt(visit, 'decide_refused_title', deps);
  const text = frame.t(`decide_refused.${refused}`, params);
  return pageAnswer(refusedPage(frame, { text, console: '/ui/tickets/assigned-tickets' }), statusOf[refused]);
};

/** How the ticket stands: what is asked while it can be decided here, else how it ended. */
const show = async (
  visit: Visit,
  found: LinkCase,
  deps: Deps,
  shown: { comment?: string; notice?: string; status?: number } = {},
): Promise<Answer> => {
  const { comment = '', notice, status } = shown;
  const facts = await factsOf(found);
  if (!found.isOpen) {
    const { state, by } = endingOf(found);
    const frame = frameAt(visit, 'decide_done_title', deps);
    const text = frame.t(`decide_state.${state === 'pending' ? 'closed' : state}`, { name: by });
    return pageAnswer(decidedPage(frame, { text, facts, console: ticketUrl(found) }));
  }
  const content = {
    csrf: csrfOf(visit.request, visit.reply, deps),
    action: decisionPath(visit.token),
    reviewer: reviewerOf(found),
    console: ticketUrl(found),
    ...{ facts, comment, notice },
  };
  return pageAnswer(decisionPage(frameAt(visit, 'decide_title', deps), content), status);
};

/** Opens the link of a request: its case, or the answer to one that decides nothing here. */
const opened = async (visit: Visit, deps: Deps): Promise<LinkCase | Answer> => {
  const found = await openLink(visit.token, deps, visit.ctx);
  if ('refused' in found) {
    const answer = refusal(visit, found, deps);
    const { limits } = deps;
    const counted = found.refused === 'over' && countAttempt(limits, visit.ctx.remoteAddr);
    return (counted && (await countOnPage(visit.ctx, counted, () => answer))) || answer;
  }
  // Without the setting, a link is the way to the ticket for reviewers who sign in.
  return deps.settings.get('TICKETS_DIRECT_APPROVE') ? found : redirect(ticketUrl(found));
};

/** Decides; returns why that was refused, if a sentence about it is still to be shown. */
const attempt = async (
  found: LinkCase,
  decision: { action: 'approve' | 'reject'; comment: string },
  deps: Deps,
  ports: HttpPorts,
): Promise<string | undefined> => {
  const { ctx } = found;
  try {
    await inTransaction(ctx, ports, (own) => decideByLink(found, decision, deps.links, own));
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return ctx.t('signIn.decide_incomplete');
    if (!(error instanceof AppError)) throw error;
    // Another decision came first, perhaps by this link: the page says which.
    if (error.code === 'ticket_closed' || error.code === 'changed_meanwhile') return undefined;
    return ctx.t(`errors.${error.messageKey}`, error.params);
  }
};

/** Registers the page on which reviewers decide by a link of a message, without signing in. */
export const addDecisionPages = (ports: HttpPorts, signIn: SignInDeps): void => {
  const deps: Deps = {
    ...signIn,
    links: createDecisionLinks(signIn),
    isRefusedHere: createRefusedHere(signIn),
  };
  bindWhole(ports, showDecisionPage, async ({ ctx, params, request, reply }) => {
    const visit = { ctx, request, reply, token: params.token };
    const found = await opened(visit, deps);
    return 'link' in found ? show(visit, found, deps) : found;
  });
  const decide = async ({
    ctx,
    params,
    request,
    reply,
    body,
  }: CallInput<typeof decideCall, (typeof decideCall)['addresses'][number]>) => {
    const visit = { ctx, request, reply, token: params.token };
    const found = await opened(visit, deps);
    if (!('link' in found)) return found;
    const form = await body();
    const comment = form.comment.trim();
    if (!isOurForm(request, form, deps))
      return show(visit, found, deps, { comment, notice: ctx.t('signIn.csrf_failure'), status: 403 });
    const again = await show(visit, found, deps, { comment });
    const tooOften = await countOnPage(ctx, countAttempt(deps.limits, ctx.remoteAddr), () => again);
    if (tooOften) return tooOften;
    const { action } = form;
    if (action !== 'approve' && action !== 'reject') return again;
    const notice = await attempt(found, { action, comment }, deps, ports);
    return notice
      ? show(visit, found, deps, { comment, notice, status: 400 })
      : redirect(decisionPath(visit.token));
  };
  bindWhole(ports, decideCall, decide, { noTransaction: true });
};
