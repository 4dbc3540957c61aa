import { assetTicketActions, ticketActions } from '@gatehouse/contract/actions/tickets.ts';
import { refuseGeneralApproval, showDecisionTimes } from '@gatehouse/contract/calls/tickets.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { approvalForm, requestForm } from '@gatehouse/contract/tickets/ticketForms.ts';
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { type ActionInput, type Actions, implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { describeForm, type Form } from '../../engine/form.ts';
import { addRoute, type HttpPorts, type Route, rowId } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';
import { urlsOf } from '../../engine/routes/resourceRoutes.ts';
import type { Cache } from '../../platform/cache.ts';
import { requireLicence } from '../../resources/tickets/licensed.ts';
import { decisionTimesOf } from '../../resources/tickets/ticket/decisionTimes.ts';
import { decideMany } from './bulk.ts';
import { addConfirmations } from './confirmations/routes.ts';
import { approve, approveAsIs, close, type End, reject } from './decide.ts';
import { addFlowRoutes, replacedByFlows } from './flowRoutes.ts';
import { type OpenDeps, openRequest } from './open.ts';
import { addPickers } from './pickers.ts';
import type { AnyTicket } from './steps.ts';

/** Routes served here instead of by the engine. */
export const replacedByTickets: readonly string[] = replacedByFlows;

// Users fill in neither the applicant nor the version seen, so OPTIONS leaves them out.
const { applicant: _applicant, ...requestFields } = requestForm.fields;
const { seen: _seen, ...approvalFields } = approvalForm.fields;

/** OPTIONS of a form, under the methods that send it. */
const optionsRoute = (url: string, form: Form, methods: readonly ('POST' | 'PUT' | 'PATCH')[]): Route => ({
  method: 'OPTIONS',
  url,
  need: 'validUser',
  handle: async (ctx) => {
    const described = describeForm(form, ctx);
    const fields = described.actions?.PUT;
    const actions = Object.fromEntries(methods.map((method) => [method, fields])) as OptionsBody['actions'];
    return { body: { ...described, ...(actions && { actions }) } };
  },
});

const approving: Requests['approve'] = async ({ ctx, request, part }) => {
  requireLicence(ctx);
  await approve(rowId(request), part, ctx);
  return 'ok';
};

type Requests = Actions<typeof assetTicketActions>;
type Ended = ActionInput<typeof ticket, typeof ticketActions.shapes.close>;
export type Find = (id: string, ctx: Context, options?: { lock?: true }) => Promise<AnyTicket>;

const ending =
  (end: End, find: Find) =>
  async ({ ctx, request, part }: Pick<Ended, 'ctx' | 'request' | 'part'>): Promise<'ok'> => {
    requireLicence(ctx);
    await end(
      (options) => find(rowId(request), ctx, options),
      () => part(['approval_step', 'seen']),
      ctx,
    );
    return 'ok';
  };

const endings = (find: Find) => ({ reject: ending(reject, find), close: ending(close, find) });

const requestActions = (deps: OpenDeps): Requests => ({
  ...endings((id, ctx, options) => findRow(ctx.engine.resource(applyassetticket), id, ctx, options)),
  open: async ({ ctx, resource, part }) => presentOne(resource, await openRequest(part, deps, ctx), ctx),
  approve: approving,
  amend: approving,
  bulk: {
    noTransaction: true,
    handle: async (input) => {
      requireLicence(input.ctx);
      return decideMany(input, approveAsIs);
    },
  },
});

/** Registers tickets: requesting access, deciding, and the approval flows (reference 06 §C). */
export const addTickets = (
  ports: HttpPorts,
  {
    settings,
    cache,
    config,
  }: { settings: OpenDeps['settings']; cache: Cache; config: { GATEHOUSE_TIME_ZONE: string } },
): void => {
  const request = ports.engine.resource(applyassetticket);
  const deps = { settings, zone: config.GATEHOUSE_TIME_ZONE };
  implement(
    ports,
    ticketActions,
    endings((id, ctx, options) => findRow(ctx.engine.resource(ticket), id, ctx, options)),
  );
  implement(ports, assetTicketActions, requestActions(deps));
  // The type of a ticket decides what its approval grants, so the address for all types approves none.
  bind(ports, refuseGeneralApproval, async ({ ctx }) => {
    requireLicence(ctx);
    throw new AppError('method_not_allowed');
  });
  for (const url of urlsOf(request)) {
    addRoute(ports, optionsRoute(`${url}open/`, { ...request, fields: requestFields }, ['POST']));
    addRoute(
      ports,
      optionsRoute(`${url}:id/approve/`, { ...request, fields: approvalFields }, ['PUT', 'PATCH']),
    );
  }
  bind(ports, showDecisionTimes, ({ ctx }) => {
    requireLicence(ctx);
    return decisionTimesOf(ctx.actor.id, ctx.db);
  });
  addConfirmations(ports, endings, cache);
  addPickers(ports, settings);
  addFlowRoutes(ports);
};
