import { randomUUID } from 'node:crypto';
import type { Message } from '@gatehouse/contract/messages/messages.ts';
import { comment } from '@gatehouse/contract/resources/tickets/comment.ts';
import { ticket as ticketDefinition } from '@gatehouse/contract/resources/tickets/ticket.ts';
import type { Context, OperationRecord } from '../../engine/context.ts';
import { fieldLabel } from '../../engine/labels.ts';
import { insertRows } from '../../engine/operations/store.ts';
import type { Values } from '../../engine/resource.ts';
import { addressWithPlace } from '../../platform/places/places.ts';
import { notify } from '../notifications/notify.ts';
import type { AnyTicket, Ending, Processor } from './steps.ts';

/** Why a confirmation is closed without a decision. */
export const endReasons = [
  'cancelled',
  'browser_gone',
  'session_ended',
  'token_expired',
  'timed_out',
  'no_reviewer',
] as const;
/** Why a confirmation is closed without a decision. */
export type EndReason = (typeof endReasons)[number];

type Action = 'open' | 'approve' | 'reject' | 'close';

const stateOf: Record<Action, 'pending' | Ending> = {
  open: 'pending',
  approve: 'approved',
  reject: 'rejected',
  close: 'closed',
};

/** Maximum length of a table cell's text, in characters; longer changes are found in the ticket itself. */
const longest = 2000;

/** The username that follows a name in how logs name a user; a sentence does without it. */
const usernameBehind = /\([^()]*\)$/;

/** A cell of a Markdown table holds one line without unescaped bars. */
const cell = (text: string): string => {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ');
};

const tableOf = (changes: OperationRecord['diff'], ctx: Context): string => {
  const rows = Object.entries(changes).map(
    ([label, [before, after]]) => `| ${cell(label)} | ${cell(before)} | ${cell(after)} |`,
  );
  const heads = ['field', 'before', 'after'].map((name) => ctx.t(`messages.ticket_comment.${name}`));
  return rows.length ? `\n\n| ${heads.join(' | ')} |\n| --- | --- | --- |\n${rows.join('\n')}` : '';
};

/** Adds a comment on a ticket's new state, with the changes the approver made to the request. */
export const noteState = async (
  ticket: AnyTicket,
  action: Action,
  note: { by: Processor; level?: number; reason?: EndReason | 'revoked'; changes?: OperationRecord['diff'] },
  ctx: Context,
): Promise<void> => {
  const { by, level, reason, changes = {} } = note;
  const key = reason ?? (level === undefined ? action : `${action}_level`);
  const name = by.display.replace(usernameBehind, '');
  const text = ctx.t(`messages.ticket_comment.${key}`, { name, level: level ?? 0 });
  const at = new Date().toISOString();
  const row: Values<typeof comment> = {
    id: randomUUID(),
    ticket: ticket.id,
    user: by.id || null,
    user_display: by.display.slice(0, 256),
    body: `${text}${tableOf(changes, ctx)}`,
    type: 'state',
    state: stateOf[action],
    date_created: at,
    date_updated: at,
  };
  await insertRows(ctx.engine.resource(comment), [row], ctx);
};

/** What was uncertain about a command, as its reviewer was told, as a line of a change. */
const doubtOf = (
  { rel_snapshot: { apply_run_doubt: doubt } }: AnyTicket,
  ctx: Context,
): OperationRecord['diff'] =>
  doubt ? { [ctx.t('messages.command_doubt.label')]: ['', ctx.t(`messages.command_doubt.${doubt}`)] } : {};

/** Writes a decision to the operate log of the ticket's organization, with the doubt about a command. */
export const logDecision = (
  ticket: AnyTicket,
  action: 'approve' | 'reject' | 'close',
  changes: OperationRecord['diff'],
  ctx: Context,
): Promise<void> => {
  const resource = ctx.engine.resource(ticketDefinition);
  const number = {
    [fieldLabel({ name: 'serial_num', resource, ctx })]: ['', ticket.serial_num] as [string, string],
  };
  return ctx.engine.record(
    [
      {
        action,
        resource,
        row: ticket,
        display: ticket.title,
        diff: { ...number, ...doubtOf(ticket, ctx), ...changes },
      },
    ],
    ctx,
  );
};

type Told = 'ticket_to_decide' | 'ticket_level_passed' | 'ticket_approved' | 'ticket_rejected';

const paramsOf = (ticket: AnyTicket, by: string) => ({
  id: ticket.id,
  number: ticket.serial_num,
  title: ticket.title,
  applicant: ticket.rel_snapshot.applicant,
  by,
});

const known = (people: readonly (string | null)[]) => people.filter((user): user is string => user !== null);

/** Notifies users about a ticket. */
export const tellOf = (
  ticket: AnyTicket,
  people: readonly (string | null)[],
  key: Told,
  by: string,
  ctx: Context,
): Promise<void> =>
  notify(known(people), { key, params: paramsOf(ticket, by) }, ctx.db, { org: ticket.org_id });

/** The message by which approvers learn of a ticket: one about a confirmation says what waits. */
const messageOf = (ticket: AnyTicket): Message => {
  const { rel_snapshot: names } = ticket;
  const params = paramsOf(ticket, names.applicant);
  const asset = names.apply_login_asset ?? names.apply_run_asset ?? '';
  const account = names.account ?? '';
  switch (ticket.type) {
    case 'login_confirm':
      return {
        key: 'login_to_confirm',
        params: { ...params, ip: addressWithPlace(names.apply_login_ip ?? '', names.apply_login_city ?? '') },
      };
    case 'login_asset_confirm':
      return {
        key: 'connection_to_confirm',
        params: { ...params, asset, account, ip: names.apply_login_ip ?? '' },
      };
    case 'command_confirm':
      // There is nothing to quote.
      if (names.apply_run_doubt === 'hidden') return { key: 'ticket_to_decide', params };
      return {
        key: 'command_to_confirm',
        params: { ...params, asset, account, command: names.apply_run_command ?? '' },
      };
    default:
      return { key: 'ticket_to_decide', params };
  }
};

/** Tells approvers that a ticket waits for them. */
export const tellToDecide = (ticket: AnyTicket, people: readonly string[], ctx: Context): Promise<void> =>
  notify(people, messageOf(ticket), ctx.db, { org: ticket.org_id });
