import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import type { ticket as ticketDefinition } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { CONFIRMATION_MINUTES } from '@gatehouse/contract/tickets/confirmation.ts';
import { displayOf } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import { formatLocal, instantOf } from '../../platform/time.ts';
import type { Approver } from '../../resources/tickets/ticketflow/approvers.ts';

/** A stored request for access. */
export type Ticket = Row<typeof applyassetticket>;

/** A stored ticket of any type. */
export type AnyTicket = Row<typeof ticketDefinition>;

/** A level of approval as stored, and as sent on the wire (reference 06 §C.3). */
export type Step = Ticket['process_map'][number];

/** How a step ends. */
export type Ending = 'approved' | 'rejected' | 'closed';

/** The user who ended a step. */
export type Processor = { id: string; display: string };

const now = () => `${formatLocal(new Date(), 'UTC')}+00:00`;

/** The levels of a new ticket, all undecided. */
export const newSteps = (levels: readonly Approver[][]): Step[] =>
  levels.map((approvers, index) => ({
    approval_level: index + 1,
    state: 'pending',
    assignees: approvers.map(({ id }) => id),
    assignees_display: approvers.map(displayOf),
    processor: '',
    processor_display: '',
    approval_date: now(),
  }));

/** The step at which a ticket waits or ended. */
export const currentStep = ({
  approval_step,
  process_map,
}: Pick<AnyTicket, 'approval_step' | 'process_map'>): Step | undefined =>
  process_map.find((step) => step.approval_level === Number(approval_step));

/** The step after the current one; undefined at the last. */
export const nextStep = ({ approval_step, process_map }: AnyTicket): Step | undefined =>
  process_map.find((step) => step.approval_level === Number(approval_step) + 1);

const levelOf = ({ approval_level }: Step): 1 | 2 => (approval_level === 1 ? 1 : 2);

/** Columns of a ticket after a decision on its current step: on to the next level, or finished. */
export const afterStep = (ticket: AnyTicket, state: Ending, by: Processor) => {
  const ended = currentStep(ticket);
  const process_map = ticket.process_map.map((step) =>
    step === ended
      ? { ...step, state, processor: by.id, processor_display: by.display, approval_date: now() }
      : step,
  );
  const next = nextStep(ticket);
  if (state === 'approved' && next) return { process_map, approval_step: levelOf(next) };
  return { process_map, state, status: 'closed' as const };
};

/** Whether a ticket has waited longer than its waiter does; a request for access may wait for ever. */
export const isOverdue = ({ type, date_created }: Pick<AnyTicket, 'type' | 'date_created'>): boolean =>
  type !== 'apply_asset' &&
  Date.now() - (instantOf(date_created)?.getTime() ?? 0) > CONFIRMATION_MINUTES * 60_000;

/** Whether a ticket is unchanged since it was seen; the wire sends whole seconds of its last change. */
export const isAsSeen = ({ date_updated }: AnyTicket, seen: Date): boolean =>
  wholeSeconds(instantOf(date_updated)) === wholeSeconds(seen);

const wholeSeconds = (at: Date | null) => Math.floor((at?.getTime() ?? 0) / 1000);

/**
 * Time of a ticket's change: never within the second of its last change, so that `isAsSeen` can tell the two
 * versions apart.
 */
export const changedAt = ({ date_updated }: AnyTicket): string =>
  new Date(Math.max(Date.now(), (wholeSeconds(instantOf(date_updated)) + 1) * 1000)).toISOString();
