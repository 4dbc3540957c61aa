import { DECISION_DAYS, type RuleVerdict } from '@gatehouse/contract/policy/decisions.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { visibleRows } from '../../../engine/visibleRows.ts';
import { ticketsOfFilter, ticketsOfRule } from '../../../resources/tickets/ticket/statements.ts';
import { countElsewhere } from '../../storages/askStorages.ts';
import type { Span } from '../../storages/commandSearch.ts';

/** How often there was a verdict on a day. */
export type Counted = { day: string; verdict: RuleVerdict; count: number };

/** From the start of a day on, in a time zone. */
export type Since = { from: string; zone: string };

type TicketDay = Awaited<ReturnType<typeof ticketsOfRule>>[number];

/** What became of what a rule held. */
const verdictOfState: Record<TicketDay['state'], RuleVerdict> = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'refused',
  closed: 'closed',
};

const ofTickets = (tickets: readonly TicketDay[]): Counted[] =>
  tickets.map(({ day, state, count }) => ({ day, verdict: verdictOfState[state], count }));

/** What the risk of a command that a filter decided says of its decision. */
const verdictOfRisk: Partial<Record<number, RuleVerdict>> = {
  0: 'accept',
  4: 'warning',
  5: 'reject',
  6: 'refused',
  7: 'approved',
  8: 'closed',
};

type CountedRisk = { day: string; risk: number; count: number };

/** The days in the time zone of the caller, as spans. */
const spansOf = ({ from, zone }: Since, ctx: Context): Promise<Span[]> =>
  ctx.db.rows<Span>(
    sql`select to_char(d, 'YYYY-MM-DD') as key, extract(epoch from d at time zone ${zone})::float8 as from,
        extract(epoch from (d + interval '1 day') at time zone ${zone})::float8 as to
      from generate_series(${from}::timestamp, ${from}::timestamp + make_interval(days => ${DECISION_DAYS - 1}), interval '1 day') d`,
  );

/** Decided commands kept in storages of other systems, and the names of the storages that did not answer. */
const countMoved = async (
  filter: string,
  since: Since,
  ctx: Context,
): Promise<{ moved: CountedRisk[]; silent: string[] }> => {
  const decided = { term: { cmd_filter_acl: { value: filter } } };
  const { counts, silent } = await countElsewhere(() => spansOf(since, ctx), [decided], ctx);
  return { moved: counts.map(({ span, ...counted }) => ({ day: span, ...counted })), silent };
};

/**
 * Commands that a filter decided, and those that wait for a reviewer, which are recorded once decided; and the names
 * of storages whose commands are not among them.
 */
export const countCommands = async (
  filter: string,
  since: Since,
  ctx: Context,
): Promise<{ counted: Counted[]; silent: string[] }> => {
  const commands = await visibleRows('terminal.command', ctx);
  const { from, zone } = since;
  const rows = await ctx.db.rows<CountedRisk>(
    sql`select to_char(to_timestamp(c.timestamp) at time zone ${zone}, 'YYYY-MM-DD') as day, c.risk_level::int as risk, count(*)::int as count
      from ${commands} c where c.cmd_filter_acl = ${filter}
      and c.timestamp >= extract(epoch from ${from}::timestamp at time zone ${zone})::bigint group by 1, 2`,
  );
  const { moved, silent } = await countMoved(filter, since, ctx);
  const recorded = [...rows, ...moved].flatMap(({ day, risk, count }) => {
    const verdict = verdictOfRisk[risk];
    return verdict ? [{ day, verdict, count }] : [];
  });
  const waiting = ofTickets(await ticketsOfFilter(filter, since, ctx.db));
  return { counted: [...recorded, ...waiting.filter(({ verdict }) => verdict === 'pending')], silent };
};

/**
 * Sign-ins that a rule let in or refused, and those that it held; what a reviewer decided is among these. The login log
 * knows a rule by its name.
 */
export const countSignIns = async (
  { id, name }: { id: string; name: string },
  since: Since,
  ctx: Context,
): Promise<Counted[]> => {
  const logs = await visibleRows('audits.userloginlog', ctx);
  const { from, zone } = since;
  const rows = await ctx.db.rows<{ day: string; is_in: boolean; count: number }>(
    sql`select to_char(l.datetime at time zone ${zone}, 'YYYY-MM-DD') as day, l.status as is_in, count(*)::int as count from ${logs} l
      where l.rule = ${name} and l.reason not in ('review_approved', 'review_refused', 'review_timed_out', 'review_deserted') and l.datetime >= ${from}::timestamp at time zone ${zone} group by 1, 2`,
  );
  const decided = rows.map(({ day, is_in, count }) => ({
    day,
    verdict: is_in ? ('accept' as const) : ('reject' as const),
    count,
  }));
  const held = await ticketsOfRule({ type: 'login_confirm', rule: id }, since, ctx.db);
  return [...decided, ...ofTickets(held)];
};

/** Connections that a rule accepted, refused or told its reviewers of, by the operate log. */
export const countConnections = async (
  { kind, id }: { kind: 'loginassetacl' | 'connectmethodacl'; id: string },
  { from, zone }: Since,
  ctx: Context,
): Promise<Counted[]> => {
  const logs = await visibleRows('audits.operatelog', ctx);
  return ctx.db.rows<{ day: string; verdict: 'accept' | 'reject' | 'notice'; count: number }>(
    sql`select to_char(l.datetime at time zone ${zone}, 'YYYY-MM-DD') as day, l.action as verdict, count(*)::int as count from ${logs} l
      where l.resource_id = ${id} and l.resource_key = ${`acls.${kind}`} and l.action in ('accept', 'reject', 'notice')
      and l.datetime >= ${from}::timestamp at time zone ${zone} group by 1, 2`,
  );
};

/** Connections that a rule held. */
export const countHeld = async (rule: string, since: Since, ctx: Context): Promise<Counted[]> =>
  ofTickets(await ticketsOfRule({ type: 'login_asset_confirm', rule }, since, ctx.db));
