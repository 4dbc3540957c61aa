import { textOf } from '../../../engine/resource/row.ts';
import type { Profile } from '../../../platform/session/wire.ts';
import { isOpen, type Ticket } from './ticket.ts';

/** A level of a ticket's approval. */
export type Step = Ticket['process_map'][number];

/** The fields that determine a ticket's progress. */
export type OnItsWay = Pick<Ticket, 'process_map' | 'approval_step' | 'status'>;

/** The levels of a ticket in order. */
export const stepsOf = ({ process_map }: Pick<Ticket, 'process_map'>): Step[] =>
  [...process_map].sort((a, b) => a.approval_level - b.approval_level);

/** The level at which a ticket waits; undefined once it is no longer open. */
export const currentStep = (row: OnItsWay): Step | undefined =>
  isOpen(row)
    ? stepsOf(row).find(({ approval_level }) => approval_level === row.approval_step.value)
    : undefined;

/** Whether the ticket is at its last level. */
export const isLastStep = (row: OnItsWay): boolean => stepsOf(row).at(-1) === currentStep(row);

/** Whether a ticket waits for this user. */
export const isAwaiting = (row: OnItsWay, user: Profile | undefined): boolean =>
  user !== undefined && currentStep(row)?.assignees.includes(user.id) === true;

/** Whether a ticket was assigned to this user, at any level. */
export const wasAssigned = (row: Pick<Ticket, 'process_map'>, user: Profile | undefined): boolean =>
  user !== undefined && row.process_map.some(({ assignees }) => assignees.includes(user.id));

const isApplicant = (applicant: Ticket['applicant'] | string, { id, username }: Profile): boolean =>
  typeof applicant === 'string' ? applicant.endsWith(`(${username})`) : applicant?.id === id;

/**
 * Whether this user opened the ticket. Among tickets of every type the applicant is a user, on a request the
 * text `name(username)`, as it was then; if that does not match, a user who is no approver of the ticket must
 * be the applicant, because no other users see it.
 */
export const isOwn = (
  row: { applicant: Ticket['applicant'] | string } & Pick<Ticket, 'process_map'>,
  user: Profile | undefined,
): boolean =>
  user !== undefined &&
  (isApplicant(row.applicant, user) || !stepsOf(row).some(({ assignees }) => assignees.includes(user.id)));

/** The name in `name(username)`. */
export const shortName = (text: unknown): string => textOf(text).replace(/\([^()]*\)$/, '');
