import { textOf } from '../../engine/resource/row.ts';
import type { Profile } from '../../platform/session/wire.ts';
import { isOpen, type Ticket } from './ticket.ts';

/** One level of the approval of a ticket. */
export type Step = Ticket['process_map'][number];

/** What a ticket's way is told from. */
export type OnItsWay = Pick<Ticket, 'process_map' | 'approval_step' | 'status'>;

/** The levels of a ticket, the first one first. */
export const stepsOf = ({ process_map }: Pick<Ticket, 'process_map'>): Step[] =>
  [...process_map].sort((a, b) => a.approval_level - b.approval_level);

/** The level a ticket waits at; none when it is decided. */
export const currentStep = (row: OnItsWay): Step | undefined =>
  isOpen(row)
    ? stepsOf(row).find(({ approval_level }) => approval_level === row.approval_step.value)
    : undefined;

/** Nobody is asked after this level. */
export const isLastStep = (row: OnItsWay): boolean => stepsOf(row).at(-1) === currentStep(row);

/** Whether a ticket waits for this person. */
export const isAwaiting = (row: OnItsWay, person: Profile | undefined): boolean =>
  person !== undefined && currentStep(row)?.assignees.includes(person.id) === true;

/**
 * Whether this person opened the ticket. Only who opened it and who is asked see it; tickets name the applicant as
 * `name(username)`, with the name of that day.
 */
export const isOwn = (
  row: { applicant: Ticket['applicant'] | string } & Pick<Ticket, 'process_map'>,
  person: Profile | undefined,
): boolean =>
  person !== undefined &&
  (textOf(row.applicant).endsWith(`(${person.username})`) ||
    !stepsOf(row).some(({ assignees }) => assignees.includes(person.id)));

/** The name in `name(username)`. */
export const shortName = (text: unknown): string => textOf(text).replace(/\([^()]*\)$/, '');
