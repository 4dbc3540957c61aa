import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { requestedFields, type turnForm } from '@gatehouse/contract/tickets/ticketForms.ts';
import { type Context, displayOf, type OperationRecord } from '../../engine/context.ts';
import { diffOf, snapshotLinks } from '../../engine/operations/audit.ts';
import { findRow } from '../../engine/operations/read.ts';
import { saveLinks, stamps, updateRow } from '../../engine/operations/store.ts';
import { insideOrganization } from '../../engine/organizationScope.ts';
import type { Values } from '../../engine/resource.ts';
import { publish } from '../../platform/events.ts';
import { instantOf } from '../../platform/time.ts';
import { grantAccess, requestedBy } from './grant.ts';
import { mayStillDecide, stillDeciding } from './mayDecide.ts';
import {
  type ApprovalReader,
  organizationIn,
  readAmendments,
  refuseEmpty,
  refuseFarDates,
} from './requestForm.ts';
import { requestedNames } from './snapshot.ts';
import {
  type AnyTicket,
  afterStep,
  changedAt,
  currentStep,
  type Ending,
  isAsSeen,
  isOverdue,
  nextStep,
  type Processor,
  type Ticket,
} from './steps.ts';
import { logDecision, noteState, tellOf, tellToDecide } from './tell.ts';

/** The level and version of the ticket that a decision is based on. */
export type Turn = BodyOf<{ body: typeof turnForm }>;

/** Finds the ticket of a request, locked on demand. */
export type Find<T extends AnyTicket> = (options?: { lock?: true }) => Promise<T>;

/** The caller as the one who decides. */
export const me = ({ actor }: Context): Processor => ({ id: actor.id, display: displayOf(actor) });

/** Whether the current step of a ticket is the caller's to decide. */
export const isMyTurn = (ticket: AnyTicket, { actor }: Context): boolean =>
  currentStep(ticket)?.assignees.includes(actor.id) === true;

/**
 * A locked ticket for its next event. A decision that waited for the lock while another was made is based on
 * the earlier state, so it does not count for the next level.
 */
export const takeUp = async <T extends AnyTicket>(
  find: Find<T>,
  readTurn: () => Promise<Turn>,
): Promise<T> => {
  const before = await find();
  const ticket = await find({ lock: true });
  if (ticket.status === 'closed' || isOverdue(ticket)) throw new AppError('ticket_closed');
  const meant = await readTurn();
  const { approval_step = before.approval_step } = meant;
  const seen = instantOf(meant.seen);
  if (Number(approval_step) !== Number(ticket.approval_step) || (seen && !isAsSeen(ticket, seen)))
    throw new AppError('changed_meanwhile');
  return ticket;
};

const notYours = ({ title }: AnyTicket, messageKey: 'ticket_not_yours' | 'ticket_reviewer_left') =>
  new AppError('permission_denied', { title }, { messageKey });

const refuseFormer = async (ticket: AnyTicket, ctx: Context): Promise<void> => {
  if (!(await mayStillDecide(ticket, ctx.actor.id, ctx))) throw notYours(ticket, 'ticket_reviewer_left');
};

/** Refuses a caller whose turn it is not, or who was asked and may not decide any more. */
export const refuseOthers = async (ticket: AnyTicket, ctx: Context): Promise<void> => {
  if (!isMyTurn(ticket, ctx)) throw notYours(ticket, 'ticket_not_yours');
  await refuseFormer(ticket, ctx);
};

/** Refuses a caller to whom a ticket was never assigned, or who may not decide any more. */
export const refuseStrangers = async (ticket: AnyTicket, ctx: Context): Promise<void> => {
  if (!ticket.assignees.includes(ctx.actor.id)) throw notYours(ticket, 'ticket_not_yours');
  await refuseFormer(ticket, ctx);
};

/** Stores the end of a step; the end of a ticket is told to every server. */
export const endStep = async (
  ticket: AnyTicket,
  end: {
    state: Ending;
    by: Processor;
    amendments?: Values<typeof applyassetticket>;
  },
  ctx: Context,
): Promise<Ticket> => {
  const resource = ctx.engine.resource(applyassetticket);
  const { state, by, amendments = {} } = end;
  const rel_snapshot = { ...ticket.rel_snapshot, ...(await requestedNames(amendments, ctx.db)) };
  const columns = { ...amendments, rel_snapshot, ...afterStep(ticket, state, by) };
  const stamped = { ...stamps(resource, ctx, false), date_updated: changedAt(ticket) };
  const row = await updateRow(resource, ticket.id, { ...columns, ...stamped }, ctx);
  await saveLinks(resource, [{ row, values: amendments }], ctx);
  if (row.status === 'closed') await publish(ctx.db, 'ticket_ended', row.id);
  return row;
};

/** Refuses the last approval when it would grant nothing. */
const refuseNothing = async (
  ticket: Ticket,
  amendments: Values<typeof applyassetticket>,
  ctx: Context,
): Promise<void> => {
  if (nextStep(ticket)) return;
  const stored = await requestedBy(ticket, ctx);
  refuseEmpty({
    assets: amendments.apply_assets ?? stored.assets,
    nodes: amendments.apply_nodes ?? stored.nodes,
    accounts: amendments.apply_accounts ?? stored.accounts,
  });
};

/** Comments on an approval and tells who is next, or the applicant. */
export const tellPassed = async (
  ticket: AnyTicket,
  after: AnyTicket,
  { by, changes }: { by: Processor; changes?: OperationRecord['diff'] },
  ctx: Context,
): Promise<void> => {
  const next = nextStep(ticket);
  const level = next && Number(ticket.approval_step);
  await noteState(after, 'approve', { by, ...(changes && { changes }), ...(level && { level }) }, ctx);
  if (next) await tellToDecide(after, await stillDeciding(after, next.assignees, ctx), ctx);
  await tellOf(after, [after.applicant], next ? 'ticket_level_passed' : 'ticket_approved', by.display, ctx);
};

/**
 * Approves the current step; after the last one creates the permission. Returns the changes to the request.
 */
const pass = async (
  ticket: Ticket,
  amendments: Values<typeof applyassetticket>,
  ctx: Context,
): Promise<OperationRecord['diff']> => {
  const resource = ctx.engine.resource(applyassetticket);
  await refuseNothing(ticket, amendments, ctx);
  const by = me(ctx);
  const linksBefore = (await snapshotLinks(resource, [ticket], ctx)).get(ticket.id);
  const after = await endStep(ticket, { state: 'approved', by, amendments }, ctx);
  const linksAfter = (await snapshotLinks(resource, [after], ctx)).get(ticket.id);
  const changes = diffOf(
    resource,
    { before: ticket, after, linksBefore, linksAfter, names: [...requestedFields] },
    ctx,
  );
  if (!nextStep(ticket)) await grantAccess(after, ctx);
  await tellPassed(ticket, after, { by, changes }, ctx);
  return changes;
};

/** Approves as requested. */
export const approveAsIs = async (ticket: Ticket, ctx: Context): Promise<void> => {
  const { apply_date_start, apply_date_expired } = ticket;
  refuseFarDates({ apply_date_start, apply_date_expired });
  await pass(ticket, {}, ctx);
};

/** Ends a ticket as rejected and notifies its applicant. */
export const refuse = async (ticket: AnyTicket, ctx: Context): Promise<void> => {
  const by = me(ctx);
  const after = await endStep(ticket, { state: 'rejected', by }, ctx);
  await noteState(after, 'reject', { by }, ctx);
  await tellOf(after, [after.applicant], 'ticket_rejected', by.display, ctx);
};

/** Approves an access request, as requested or with changes (reference 06 §C.3). */
export const approve = async (id: string, part: ApprovalReader, ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(applyassetticket);
  const find: Find<Ticket> = (options) => findRow(resource, id, ctx, options);
  // What every approval names is asked for whatever the state of the ticket.
  await find();
  await part(['org_id', 'apply_accounts'], { mode: 'create' });
  const ticket = await takeUp(find, () => part(['approval_step', 'seen']));
  await refuseOthers(ticket, ctx);
  if ((await organizationIn(part, ctx)) !== ticket.org_id)
    throw fieldError('org_id', 'ticket_other_organization');
  const amendments = await readAmendments(part, insideOrganization(ticket.org_id, ctx));
  const changes = await pass(ticket, amendments, ctx);
  await logDecision(ticket, 'approve', changes, ctx);
};

/** Ends the ticket of a request without granting anything. */
export type End = (find: Find<AnyTicket>, readTurn: () => Promise<Turn>, ctx: Context) => Promise<void>;

/** Rejects a ticket that is the caller's to decide. */
export const reject: End = async (find, readTurn, ctx) => {
  const ticket = await takeUp(find, readTurn);
  await refuseOthers(ticket, ctx);
  await refuse(ticket, ctx);
  await logDecision(ticket, 'reject', {}, ctx);
};

/** Withdraws a ticket. Whichever participant does it, the applicant is named (reference 06 §C.4). */
export const close: End = async (find, readTurn, ctx) => {
  const ticket = await takeUp(find, readTurn);
  if (ticket.applicant !== ctx.actor.id) await refuseOthers(ticket, ctx);
  const by = { id: ticket.applicant ?? '', display: ticket.rel_snapshot.applicant };
  const after = await endStep(ticket, { state: 'closed', by }, ctx);
  await noteState(after, 'close', { by }, ctx);
  await logDecision(ticket, 'close', {}, ctx);
};
