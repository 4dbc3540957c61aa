import {
  commandTicketActions,
  loginAssetTicketActions,
  loginTicketActions,
} from '@gatehouse/contract/actions/tickets.ts';
import {
  awaitDecision,
  closeTicketOfUser,
  killSessionForTicket,
  lockSessionForTicket,
  relateTicketToSession,
  showTicketSession,
  showTicketState,
} from '@gatehouse/contract/calls/tickets.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { session as sessionDefinition } from '@gatehouse/contract/resources/terminal/session.ts';
import type { applyloginticket } from '@gatehouse/contract/resources/tickets/applyloginticket.ts';
import { ticket as ticketDefinition } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { type Actions, implement } from '../../../engine/actions/implement.ts';
import { bind } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import { type HttpPorts, rowId } from '../../../engine/http.ts';
import { choiceLabel } from '../../../engine/labels.ts';
import { findRow, presentOne, storedRows } from '../../../engine/operations/read.ts';
import { everywhere } from '../../../engine/organizationScope.ts';
import type { Resource, Row } from '../../../engine/resource.ts';
import type { Cache } from '../../../platform/cache.ts';
import { isUuid } from '../../../platform/database.ts';
import { onlyOwnSessions, ownTerminal } from '../../../resources/ownTerminal.ts';
import { requireLicence } from '../../../resources/tickets/licensed.ts';
import { decideMany } from '../bulk.ts';
import { refuseStrangers } from '../decide.ts';
import { isAskedBy } from './askedBy.ts';
import { approveConfirmation, passConfirmation } from './decide.ts';
import { addHeldApprovals } from './heldList.ts';
import { type Confirmation, revoke } from './hold.ts';
import { closeConfirmation, outcomeOf } from './outcome.ts';
import { linkSession, orderForTicket, sessionOf } from './session.ts';
import { keepWaiting } from './waiter.ts';

type Confirmations = Actions<typeof loginTicketActions>;

/** Rejecting and closing, which tickets of every type have in common. */
type Endings = (
  find: (id: string, ctx: Context, options?: { lock?: true }) => Promise<Confirmation>,
) => Pick<Confirmations, 'reject' | 'close'>;

/** The actions at the address of one type; every type behaves the same. */
const actionsAt = (resource: Resource, endings: Endings): Confirmations => {
  const own = resource as unknown as Resource<typeof applyloginticket>;
  return {
    ...endings((id, ctx, options) => findRow(own, id, ctx, options)),
    approve: async ({ ctx, request, part }) => {
      requireLicence(ctx);
      await approveConfirmation(
        (options) => findRow(own, rowId(request), ctx, options),
        { turn: () => part(['approval_step', 'seen']), hold: () => part(['hold', 'hold_minutes']) },
        resource,
        ctx,
      );
      return 'ok';
    },
    revoke: async ({ ctx, request }) => {
      requireLicence(ctx);
      const ticket = await findRow(own, rowId(request), ctx, { lock: true });
      await refuseStrangers(ticket, ctx);
      await revoke(ticket, resource, ctx);
      return 'ok';
    },
    bulk: {
      noTransaction: true,
      handle: async (input) => {
        requireLicence(input.ctx);
        const { row: _row, ...rest } = input;
        return decideMany({ ...rest, resource: own as never }, (ticket, ctx) =>
          passConfirmation(ticket as unknown as Confirmation, {}, resource, ctx),
        );
      },
    },
  };
};

/** A ticket of the calling component: of a session that it holds, or opened by its question about a connection. */
const ticketOfComponent = async (
  id: string,
  cache: Cache,
  ctx: Context,
): Promise<Row<typeof ticketDefinition>> => {
  const unknown = new AppError('object_does_not_exist', { resource: ticketDefinition.name });
  const resource = ctx.engine.resource(ticketDefinition);
  const [row] = isUuid(id) ? await storedRows(resource, [id], ctx) : [];
  if (!row) throw unknown;
  const terminal = await ownTerminal(ctx);
  if (row.linked_session) await onlyOwnSessions([row.linked_session], ctx);
  else if (!(await isAskedBy(row.id, terminal, cache, ctx.db))) throw unknown;
  return row;
};

const addSuperTickets = (ports: HttpPorts, cache: Cache): void => {
  bind(ports, showTicketState, async ({ ctx, params }) => {
    const { id, status, state } = await ticketOfComponent(params.id, cache, ctx);
    const resource = ctx.engine.resource(ticketDefinition);
    const outcome = await outcomeOf(id, ctx.db);
    const now = state === 'approved' ? (outcome?.state ?? state) : state;
    return {
      id,
      status: { value: status, label: choiceLabel({ name: 'status', resource, ctx }, status) },
      state: { value: now, label: choiceLabel({ name: 'state', resource, ctx }, now) },
      processor: outcome?.by?.display ?? '',
    };
  });
  bind(ports, closeTicketOfUser, async ({ ctx, params }) => {
    const ticket = await ticketOfComponent(params.id, cache, ctx);
    await closeConfirmation(ticket.id, 'cancelled', ctx);
    return 'ok' as const;
  });
};

const addWaiting = (ports: HttpPorts, cache: Cache): void =>
  bind(ports, awaitDecision, async ({ ctx, params }) => {
    requireLicence(ctx);
    const ticket = await findRow(ctx.engine.resource(ticketDefinition), params.id, ctx);
    if (ticket.applicant !== ctx.actor.id || ticket.type === 'apply_asset')
      throw new AppError('object_does_not_exist', { resource: ticketDefinition.name });
    const state = (await outcomeOf(ticket.id, ctx.db))?.state ?? 'closed';
    if (state === 'pending') await keepWaiting(ticket.id, cache, ctx.db);
    return { state };
  });

const addSessions = (ports: HttpPorts): void => {
  bind(ports, relateTicketToSession, async ({ ctx, body }) => {
    const { ticket, session } = await body();
    await linkSession(ticket, session, ctx);
    return { ticket, session };
  });
  bind(ports, showTicketSession, async ({ ctx, params }) => {
    requireLicence(ctx);
    const ticket = await findRow(ctx.engine.resource(ticketDefinition), params.id, ctx);
    const session = await sessionOf(ticket, ctx);
    return presentOne(ctx.engine.resource(sessionDefinition), session, everywhere(ctx));
  });
  bind(ports, killSessionForTicket, async ({ ctx, body }) => {
    requireLicence(ctx);
    return { ok: await orderForTicket(await body(), 'kill_session', ctx) };
  });
  bind(ports, lockSessionForTicket, async ({ ctx, body }) => {
    requireLicence(ctx);
    const { session_id, task_name } = await body();
    return { ok: await orderForTicket([session_id], task_name, ctx) };
  });
};

/** Registers confirmations: what approvers do with them, what components ask, and the sessions behind them. */
export const addConfirmations = (ports: HttpPorts, endings: Endings, cache: Cache): void => {
  for (const declared of [loginTicketActions, loginAssetTicketActions, commandTicketActions]) {
    const { app, name } = declared.definition;
    implement(ports, declared, actionsAt(ports.engine.resource(`${app}.${name}`), endings) as never);
  }
  addSuperTickets(ports, cache);
  addWaiting(ports, cache);
  addHeldApprovals(ports);
  addSessions(ports);
};
