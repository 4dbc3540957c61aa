import {
  countAssetDecisions,
  countFilterDecisions,
  countLoginDecisions,
} from '@gatehouse/contract/calls/acls.ts';
import { DECISION_DAYS, type RuleVerdict, ruleVerdicts } from '@gatehouse/contract/policy/decisions.ts';
import { commandfilteracl } from '@gatehouse/contract/resources/acls/commandfilteracl.ts';
import { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import { loginassetacl } from '@gatehouse/contract/resources/acls/loginassetacl.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { bind } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { findRow } from '../../../engine/operations/read.ts';
import { visibleRows } from '../../../engine/visibleRows.ts';
import { ticketsOfFilter, ticketsOfRule } from '../../../resources/tickets/ticket/statements.ts';

/** How often there was a verdict on a day. */
type Counted = { day: string; verdict: RuleVerdict; count: number };

const dayMs = 24 * 3_600_000;

/** The days that are counted, in the time zone of the caller, today last. */
const daysOf = ({ zone }: Context): string[] => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date());
  return Array.from({ length: DECISION_DAYS }, (_, at) =>
    new Date(Date.parse(today) - (DECISION_DAYS - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
};

/** From the first of these days on. */
const since = (dates: readonly string[], { zone }: Context) => ({ from: dates[0] ?? '', zone });

type Since = ReturnType<typeof since>;

const answerOf = (dates: readonly string[], counted: readonly Counted[]) => ({
  dates: [...dates],
  verdicts: ruleVerdicts.flatMap((verdict) => {
    const found = counted.filter((one) => one.verdict === verdict);
    if (found.length === 0) return [];
    const counts = dates.map((date) =>
      found.reduce((sum, { day, count }) => (day === date ? sum + count : sum), 0),
    );
    return { verdict, counts };
  }),
});

/** What became of what a rule held. */
const verdictOfState = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'refused',
  closed: 'closed',
} as const;

const ofTickets = (
  tickets: readonly { day: string; state: keyof typeof verdictOfState; count: number }[],
): Counted[] => tickets.map(({ day, state, count }) => ({ day, verdict: verdictOfState[state], count }));

/** Sign-ins that a rule refused; those that a reviewer refused are tickets. */
const refusedSignIns = async (name: string, { from, zone }: Since, ctx: Context): Promise<Counted[]> => {
  const logs = await visibleRows('audits.userloginlog', ctx);
  const rows = await ctx.db.rows<{ day: string; count: number }>(
    sql`select to_char(l.datetime at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as count from ${logs} l
      where l.rule = ${name} and not l.status and l.reason not in ('review_refused', 'review_timed_out') and l.datetime >= ${from}::timestamp at time zone ${zone} group by 1`,
  );
  return rows.map((row) => ({ ...row, verdict: 'reject' as const }));
};

/** Connections that a rule accepted. */
const acceptedConnections = async (rule: string, { from, zone }: Since, ctx: Context): Promise<Counted[]> => {
  const logs = await visibleRows('audits.operatelog', ctx);
  const rows = await ctx.db.rows<{ day: string; count: number }>(
    sql`select to_char(l.datetime at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as count from ${logs} l
      where l.resource_id = ${rule} and l.resource_key = 'acls.loginassetacl' and l.action = 'accept' and l.datetime >= ${from}::timestamp at time zone ${zone} group by 1`,
  );
  return rows.map((row) => ({ ...row, verdict: 'accept' as const }));
};

/** Registers what the rules decided in the last days. */
export const addDecisions = (ports: HttpPorts): void => {
  bind(ports, countFilterDecisions, async ({ ctx, params }) => {
    const filter = await findRow(ctx.engine.resource(commandfilteracl), params.id, ctx);
    const dates = daysOf(ctx);
    return answerOf(dates, ofTickets(await ticketsOfFilter(filter.id, since(dates, ctx), ctx.db)));
  });
  bind(ports, countLoginDecisions, async ({ ctx, params }) => {
    const { name } = await findRow(ctx.engine.resource(loginacl), params.id, ctx);
    const dates = daysOf(ctx);
    const asked = { type: 'login_confirm', org: ROOT_ORG_ID, name } as const;
    const tickets = await ticketsOfRule(asked, since(dates, ctx), ctx.db);
    return answerOf(dates, [...(await refusedSignIns(name, since(dates, ctx), ctx)), ...ofTickets(tickets)]);
  });
  bind(ports, countAssetDecisions, async ({ ctx, params }) => {
    const { id, name, org_id } = await findRow(ctx.engine.resource(loginassetacl), params.id, ctx);
    const dates = daysOf(ctx);
    const asked = { type: 'login_asset_confirm', org: String(org_id), name } as const;
    const tickets = await ticketsOfRule(asked, since(dates, ctx), ctx.db);
    return answerOf(dates, [
      ...(await acceptedConnections(id, since(dates, ctx), ctx)),
      ...ofTickets(tickets),
    ]);
  });
};
