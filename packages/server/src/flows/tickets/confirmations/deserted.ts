import type { Database } from '../../../platform/database.ts';
import { openConfirmations, type Waiting } from '../../../resources/tickets/ticket/standing.ts';
import { approversWithin } from '../../../resources/tickets/ticketflow/approvers.ts';
import { currentStep } from '../steps.ts';

const askedBy = (ticket: Waiting): string[] => currentStep(ticket)?.assignees ?? [];

/** Of users who are asked, those who still may decide in an organization (docs/decisions/0400). */
const stillThere = async (assignees: string[], org: string, db: Database): Promise<ReadonlySet<string>> => {
  const found = await approversWithin({ strategy: 'custom_user', assignees }, org, db);
  return new Set(found.map(({ id }) => id));
};

/**
 * Whether no user is left who could decide about a confirmation at its current level. Requests for access wait for ever,
 * and those whom a flow names may be of elsewhere.
 */
export const isDeserted = async (ticket: Waiting, db: Database): Promise<boolean> =>
  ticket.type !== 'apply_asset' && (await stillThere(askedBy(ticket), ticket.org_id ?? '', db)).size === 0;

/** Open confirmations of whose reviewers none is left who may decide. */
export const desertedConfirmations = async (db: Database): Promise<string[]> => {
  const deserted: string[] = [];
  const open = await openConfirmations(db);
  for (const [org, tickets] of Map.groupBy(open, ({ org_id }) => org_id ?? '')) {
    const left = await stillThere([...new Set(tickets.flatMap(askedBy))], org, db);
    for (const ticket of tickets) if (!askedBy(ticket).some((id) => left.has(id))) deserted.push(ticket.id);
  }
  return deserted;
};
