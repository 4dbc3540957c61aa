import { type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { referable } from '../../engine/fields/related.ts';
import { type Answer, answerOk, refusedByHand } from '../../engine/http.ts';
import type { Resource } from '../../engine/resource.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { approveAsIs, isMyTurn, refuse } from './decide.ts';
import type { Ticket } from './steps.ts';

/** Most tickets decided in one request. */
const most = 1000;

/** Tickets that still wait, locked, in the order asked for. */
const waiting = async (resource: Resource, ids: string[], ctx: Context): Promise<Ticket[]> => {
  const rows = await ctx.db.rows<Ticket>(sql`select t.* from tickets_ticket t
    where t.id = any(${uuids(ids)}) and t.state = 'pending' and ${await referable(resource, ctx)} order by t.id for update`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((one) => byId.get(one) ?? []);
};

/** What is said first of a refused approval, wherever in the form it belongs. */
const firstMessage = (fields: unknown): Message => {
  if (typeof fields !== 'object' || fields === null) return { key: 'invalid' };
  return 'key' in fields ? (fields as Message) : firstMessage(Object.values(fields)[0]);
};

/** Decides one ticket or nothing; answers why not. */
const decideOne = async (
  resource: Resource,
  ticket: Ticket,
  action: 'approve' | 'reject',
  ctx: Context,
): Promise<Message | undefined> => {
  try {
    await ctx.db.transaction(async (db) => {
      if (action === 'approve') await approveAsIs(ticket, { ...ctx, db });
      else await refuse(resource, ticket, { ...ctx, db });
    });
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return firstMessage(error.fields);
    throw error;
  }
};

/**
 * Approves or rejects several tickets as requested (reference 06 §C.3). The first one that is not the caller's to decide,
 * or can no longer be granted, ends it; those before it stay decided, hence an answer and no error.
 */
export const decideMany = async (resource: Resource, body: unknown, ctx: Context): Promise<Answer> => {
  const action = ctx.query.get('action');
  if (action !== 'approve' && action !== 'reject') return refusedByHand('ticket_action_unknown', ctx);
  const { tickets } = (body ?? {}) as { tickets?: unknown };
  if (!Array.isArray(tickets)) return refusedByHand('not_a_list', ctx);
  if (tickets.length > most) return refusedByHand('max_items', ctx, { max: most });
  const ids = [...new Set(tickets.filter(isUuid).map((one) => one.toLowerCase()))];
  for (const ticket of await waiting(resource, ids, ctx)) {
    if (!isMyTurn(ticket, ctx)) return refusedByHand('ticket_not_yours', ctx, { title: ticket.title });
    const fault = await decideOne(resource, ticket, action, ctx);
    if (fault)
      return {
        status: 400,
        body: { error: `${ticket.title}: ${ctx.t(`errors.${fault.key}`, fault.params)}` },
      };
  }
  return answerOk;
};
