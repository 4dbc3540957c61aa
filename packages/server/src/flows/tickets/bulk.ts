import type { assetTicketActions } from '@gatehouse/contract/actions/tickets.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { AppError, fieldError, type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { sql } from 'drizzle-orm';
import type { ActionInput } from '../../engine/actions/implement.ts';
import { type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type Answer, type Facts, inTransaction, refusedByHand, refusedSaying } from '../../engine/http.ts';
import { storedRows } from '../../engine/operations/read.ts';
import type { Resource } from '../../engine/resource.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { parseDatetime } from '../../platform/time.ts';
import { refuse, refuseOthers } from './decide.ts';
import { isAsSeen, isOverdue, type Ticket } from './steps.ts';

type Bulk = typeof assetTicketActions.shapes.bulk;
type BulkInput = Omit<ActionInput<typeof applyassetticket, Bulk>, 'row'>;

/** Tickets of one type, and how one is approved as it was asked. */
type Kind = {
  resource: Resource<typeof applyassetticket>;
  approve: (ticket: Ticket, ctx: Context) => Promise<void>;
};

/** The bulk decision, and the versions of the tickets the list showed. */
type Wish = { action: 'approve' | 'reject'; ids: string[]; seen: ReadonlyMap<string, Date> };

/** Tickets in the requested order; with `lock` they cannot be decided meanwhile. */
const ticketsOf = async (
  ids: readonly string[],
  { resource }: Pick<Kind, 'resource'>,
  ctx: Context,
  lock = sql``,
): Promise<Ticket[]> => {
  const found = await ctx.db.rows<{ id: string }>(
    sql`select t.id::text as id from ${await visibleRows('tickets.ticket', ctx)} t where t.id = any(${uuids(ids)}) and t.type = ${resource.definition.where?.type} and t.org_id is not null ${lock}`,
  );
  const rows = await storedRows(
    resource,
    found.map(({ id }) => id),
    ctx,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** The first message of a refused form, whichever field it is on. */
const firstMessage = (fields: unknown): Message => {
  if (typeof fields !== 'object' || fields === null) return { key: 'invalid' };
  return 'key' in fields ? (fields as Message) : firstMessage(Object.values(fields)[0]);
};

/** Decides one ticket, which must be unchanged since the request found it and its sender saw it. */
const decideOne = async (found: Ticket, wish: Wish, kind: Kind, ctx: Context): Promise<void> => {
  const [ticket] = await ticketsOf([found.id], kind, ctx, sql`for update`);
  const seen = wish.seen.get(found.id);
  const hasChanged = String(ticket?.date_updated) !== String(found.date_updated);
  if (!ticket || hasChanged || (seen && !isAsSeen(ticket, seen))) throw new AppError('changed_meanwhile');
  if (ticket.state !== 'pending') return;
  if (isOverdue(ticket)) throw new AppError('changed_meanwhile');
  await refuseOthers(ticket, ctx);
  await (wish.action === 'approve' ? kind.approve(ticket, ctx) : refuse(ticket, ctx));
};

/** Why a ticket was not decided, in this address's form; rethrows anything unexpected. */
const refusal = (error: unknown, { title }: Ticket, ctx: Context): Answer => {
  const text = ({ key, params }: Message) => ctx.t(`errors.${key}`, params);
  if (error instanceof ValidationError) return refusedSaying(`${title}: ${text(firstMessage(error.fields))}`);
  if (!(error instanceof AppError)) throw error;
  const said = text({ key: error.messageKey, params: error.params });
  if (error.code === 'permission_denied') return refusedSaying(said);
  if (error.code !== 'changed_meanwhile') throw error;
  return { status: 409, body: { error: `${title}: ${said}`, detail: `${title}: ${said}`, code: error.code } };
};

/** When each listed ticket was last changed, read in the caller's time zone. */
const seenOf = (shown: BodyOf<Bulk>['seen'], { zone }: Context): Map<string, Date> =>
  new Map(
    Object.entries(shown ?? {}).map(([ticket, at]) => {
      const date = parseDatetime(at, zone);
      if (!date) throw fieldError('seen', 'invalid_datetime');
      return [ticket.toLowerCase(), date];
    }),
  );

/** What the request asks for, or the refusal in this address's form. */
const readWish = async ({ ctx, query: { action }, body }: BulkInput): Promise<Wish | Answer> => {
  if (!action) return refusedByHand('ticket_action_unknown', ctx);
  try {
    const { tickets, seen } = await body();
    const ids = [...new Set(tickets.filter(isUuid).map((ticket) => ticket.toLowerCase()))];
    return { action, ids, seen: seenOf(seen, ctx) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { key, params } = firstMessage(error.fields);
    return refusedByHand(key, ctx, params);
  }
};

/**
 * Approves or rejects several tickets as requested (reference 06 §C.3), each in its own transaction, so that
 * none is locked while others are decided. Stops at the first one that is not the caller's to decide, can no
 * longer be granted or has changed. Those before it stay decided, so this returns an answer instead of
 * throwing.
 */
export const decideMany = async (input: BulkInput, approve: Kind['approve']): Promise<'ok' | WholeAnswer> => {
  const wish = await readWish(input);
  if (!('ids' in wish)) return whole(wish);
  const { ctx, request, ports, resource } = input;
  const kind = { resource, approve };
  const facts = request.facts as Facts;
  for (const found of await ticketsOf(wish.ids, kind, ctx)) {
    try {
      await inTransaction(facts, ports, (own) => decideOne(found, wish, kind, own));
    } catch (error) {
      return whole(refusal(error, found, ctx));
    }
  }
  return 'ok';
};
