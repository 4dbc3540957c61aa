import { displayOf } from '../../../engine/context.ts';
import { choiceLabel, fieldLabel } from '../../../engine/labels.ts';
import { findRow, presentOne } from '../../../engine/operations/read.ts';
import type { AnyTicket } from '../steps.ts';
import type { LinkCase } from './linkCase.ts';

/** A labelled value of a ticket; `isCode` for what a machine reads. */
export type Fact = { label: string; value: string; isCode?: true };

/** What each type of ticket is about, in the order of its page. */
const shown = {
  apply_asset: [
    'apply_assets',
    'apply_nodes',
    'apply_accounts',
    'apply_actions',
    'apply_date_start',
    'apply_date_expired',
  ],
  login_confirm: ['apply_login_ip', 'apply_login_city', 'apply_login_datetime'],
  login_asset_confirm: ['apply_login_asset', 'apply_login_account', 'apply_login_ip'],
  command_confirm: ['apply_run_command', 'apply_run_asset', 'apply_run_account', 'apply_from_cmd_filter_acl'],
} as const satisfies Record<AnyTicket['type'], readonly string[]>;

/** A time of the wire. */
const wireTime = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/;

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (typeof value === 'object' && value !== null) return textOf((value as { label?: unknown }).label);
  if (value === null || value === undefined) return '';
  // As the console writes it, but with the zone: the server does not know that of the reader.
  return String(value).replace(wireTime, '$1-$2-$3 $4 (UTC$5:$6)');
};

/** What a reviewer decides about, in words: the names as of the ticket, which outlive what they name. */
export const factsOf = async ({ ticket, resource, ctx }: Pick<LinkCase, 'ticket' | 'resource' | 'ctx'>) => {
  const label = (name: string) => fieldLabel({ name, resource, ctx });
  const wire: Record<string, unknown> = await presentOne(
    resource,
    await findRow(resource, ticket.id, ctx),
    ctx,
  );
  const names: Record<string, unknown> = ticket.rel_snapshot;
  const own = shown[ticket.type].map((name): Fact => {
    const isCode = name === 'apply_run_command';
    const value = textOf(isCode ? wire[name] : (names[name] ?? wire[name]));
    return { label: label(name), value, ...(isCode && { isCode }) };
  });
  const { apply_run_doubt: doubt } = ticket.rel_snapshot;
  const doubts: Fact[] = doubt
    ? [{ label: ctx.t('messages.command_doubt.label'), value: ctx.t(`messages.command_doubt.${doubt}`) }]
    : [];
  const type = choiceLabel({ name: 'type', resource, ctx }, ticket.type);
  const first: Fact[] = [
    { label: label('title'), value: ticket.title },
    { label: label('serial_num'), value: ticket.serial_num },
    { label: label('type'), value: type },
    { label: label('applicant'), value: ticket.rel_snapshot.applicant },
  ];
  const comment: Fact = { label: label('comment'), value: ticket.comment ?? '' };
  const created: Fact = { label: label('date_created'), value: textOf(wire.date_created) };
  return [...first, ...own, ...doubts, comment, created].filter(({ value }) => value !== '');
};

/** Who decides by a link. */
export const reviewerOf = ({ ctx }: Pick<LinkCase, 'ctx'>): string => displayOf(ctx.actor);

/** How the level of a link, or its ticket, ended, and by whom. */
export const endingOf = ({ ticket, link }: Pick<LinkCase, 'ticket' | 'link'>) => {
  const step = ticket.process_map.find(({ approval_level }) => approval_level === link.step);
  const state = ticket.status === 'closed' ? ticket.state : step?.state;
  return {
    state: state === 'approved' && ticket.status === 'open' ? 'passed' : state,
    by: step?.processor_display ?? '',
  };
};
