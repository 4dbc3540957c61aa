import { type Row, rawOf, textOf } from '../../engine/resource/row.ts';
import type { Profile } from '../../platform/session/wire.ts';
import { isOpen } from './ticket.ts';

/** One level of the approval of a ticket. */
export type Step = {
  state: 'pending' | 'approved' | 'rejected' | 'closed';
  approval_level: number;
  assignees: string[];
  assignees_display: string[];
  processor_display: string;
  approval_date: string;
};

/** The levels of a ticket, the first one first. */
export const stepsOf = (row: Row): Step[] =>
  [...((row.process_map ?? []) as Step[])].sort((a, b) => a.approval_level - b.approval_level);

/** The level a ticket waits at; none when it is decided. */
export const currentStep = (row: Row): Step | undefined =>
  isOpen(row)
    ? stepsOf(row).find(({ approval_level }) => approval_level === rawOf(row.approval_step))
    : undefined;

/** Nobody is asked after this level. */
export const isLastStep = (row: Row): boolean => stepsOf(row).at(-1) === currentStep(row);

/** Whether a ticket waits for this person. */
export const isAwaiting = (row: Row, person: Profile | undefined): boolean =>
  person !== undefined && currentStep(row)?.assignees.includes(person.id) === true;

/**
 * Whether this person opened the ticket. Only who opened it and who is asked see it; tickets name the applicant as
 * `name(username)`, with the name of that day.
 */
export const isOwn = (row: Row, person: Profile | undefined): boolean =>
  person !== undefined &&
  (textOf(row.applicant).endsWith(`(${person.username})`) ||
    !stepsOf(row).some(({ assignees }) => assignees.includes(person.id)));

/** The name in `name(username)`. */
export const shortName = (text: unknown): string => textOf(text).replace(/\([^()]*\)$/, '');
