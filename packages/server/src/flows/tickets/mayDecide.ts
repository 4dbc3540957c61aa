import type { Context } from '../../engine/context.ts';
import { approversOf, isStillApprover } from '../../resources/tickets/ticketflow/approvers.ts';
import { flowOf } from '../../resources/tickets/ticketflow/index.ts';
import type { AnyTicket } from './steps.ts';

/**
 * Whether a user who was asked about a ticket still is one who may be asked (docs/decisions/0400): can sign in, and
 * belongs to its organization. Flows of requests for access may name users of elsewhere.
 */
export const mayStillDecide = async (
  { type, org_id }: Pick<AnyTicket, 'type' | 'org_id'>,
  user: string,
  { db }: Pick<Context, 'db'>,
): Promise<boolean> => {
  if (await isStillApprover(user, org_id, db)) return true;
  const flow = type === 'apply_asset' ? await flowOf(type, org_id, db) : undefined;
  const isNamed = flow?.rules.some(
    ({ strategy, assignees }) => strategy === 'custom_user' && assignees.includes(user),
  );
  if (!isNamed) return false;
  return (await approversOf({ strategy: 'custom_user', assignees: [user] }, org_id, db)).length > 0;
};

/** Of the users who are asked next, those who still may decide: others learn nothing more of the ticket. */
export const stillDeciding = async (
  ticket: Pick<AnyTicket, 'type' | 'org_id'>,
  users: readonly string[],
  ctx: Pick<Context, 'db'>,
): Promise<string[]> => {
  const asked: string[] = [];
  for (const user of users) if (await mayStillDecide(ticket, user, ctx)) asked.push(user);
  return asked;
};
