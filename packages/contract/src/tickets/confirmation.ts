import { field, shownAs } from '../resource/fields.ts';
import { ticket } from '../resources/tickets/ticket.ts';
import { commandDoubts } from '../wire/terminal.ts';

/** Types of tickets that a rule opens: for a sign-in, a connection or a command. */
export const confirmationTypes = ['login_confirm', 'login_asset_confirm', 'command_confirm'] as const;

/** Minutes for which a confirmation waits for its reviewers; then it is closed. */
export const CONFIRMATION_MINUTES = 30;

/** Maximum number of characters of a command that a ticket shows. */
export const MOST_OF_COMMAND = 4090;

/**
 * Why the text of a command does not tell reviewers all that may run, so that its approval holds once: as components
 * say it, or `cut`, the command is longer than what a ticket shows; `changing`, it holds what may stand for something
 * else next time.
 */
export const ticketDoubts = [...commandDoubts, 'cut', 'changing'] as const;

/** One of these reasons. */
export type TicketDoubt = (typeof ticketDoubts)[number];

/** Maximum number of minutes for which an approval may hold. */
export const MOST_HELD_MINUTES = 480;

/** How long an approval may hold: for what was asked, for the session, or for some minutes. */
export const holds = ['once', 'session', 'minutes'] as const;

/** Only rules open confirmations; clients of the protocol are told of a form that would (docs/decisions/0228). */
export const offered = { readOnly: false } as const;
export const demanded = { required: true, readOnly: false } as const;

/** Fields of a confirmation, which a rule asks for: how its approval holds, and how that ended. */
export const confirmationFields = {
  /** At the address of their type, tickets send their applicant as text. */
  applicant: shownAs<string>()({ ...ticket.fields.applicant, told: offered }),
  org_id: { ...ticket.fields.org_id, told: demanded },
  hold: field.choice({ choices: holds, default: 'once', readOnly: true }),
  hold_minutes: field.integer({ default: 0, max: MOST_HELD_MINUTES, readOnly: true }),
  /** Until when an approval for minutes holds. */
  date_hold_until: field.datetime({ nullable: true, readOnly: true }),
  date_revoked: field.datetime({ nullable: true, readOnly: true }),
  revoked_by: field.text({ max: 256, readOnly: true }),
} as const;

/** What clients of the protocol are told to fill in where a ticket is about a connection or a command. */
export const askedFields = {
  serial_num: { ...ticket.fields.serial_num, told: demanded },
  approval_step: { ...ticket.fields.approval_step, told: offered },
  rel_snapshot: { ...ticket.fields.rel_snapshot, told: offered },
} as const;

/** What approvers do with a confirmation. */
export const confirmationActions = {
  bulk: { on: 'collection', method: 'PUT', path: 'bulk', permission: 'validUser', anywhere: true },
  approve: {
    on: 'row',
    method: 'PUT',
    also: 'PATCH',
    path: 'approve',
    permission: 'validUser',
    anywhere: true,
  },
  reject: { on: 'row', method: 'PUT', path: 'reject', permission: 'validUser', anywhere: true },
  close: { on: 'row', method: 'PUT', path: 'close', permission: 'validUser', anywhere: true },
  revoke: { on: 'row', method: 'PUT', path: 'revoke', permission: 'validUser', anywhere: true },
} as const;
