import type { Database } from '../../../platform/database.ts';
import { openConfirmations, type Waiting } from '../../../resources/tickets/ticket/standing.ts';
import { approversWithin } from '../../../resources/tickets/ticketflow/approvers.ts';
import { currentStep } from '../steps.ts';

const askedBy = (ticket: Waiting): string[] => currentStep(ticket)?.assignees ?? [];

/** Those of the reviewers asked who may still decide in an organization (docs/decisions/0400). */
const stillThere = async (assignees: string[], org: string, db: Database): Promise<ReadonlySet<string>> => {
  const found = await approversWithin({ strategy: 'custom_user', assignees }, org, db);
  return new Set(found.map(({ id }) => id));
};

/**
 * Whether no user is left who could decide a confirmation at its current level. Requests for access wait without limit,
 * and the approvers that a flow names may belong to another organization.
 */
export const isDeserted = async (ticket: Waiting, db: Database): Promise<boolean> =>
  ticket.type !== 'apply_asset' && (await stillThere(askedBy(ticket), ticket.org_id ?? '', db)).size === 0;

/** Open confirmations that none of their reviewers may decide any more. */
export const desertedConfirmations = async (db: Database): Promise<string[]> => {
  const deserted: string[] = [];
  const open = await openConfirmations(db);
  for (const [org, tickets] of Map.groupBy(open, ({ org_id }) => org_id ?? '')) {
    const left = await stillThere([...new Set(tickets.flatMap(askedBy))], org, db);
    for (const ticket of tickets) if (!askedBy(ticket).some((id) => left.has(id))) deserted.push(ticket.id);
  }
  return deserted;
};
