import {
  countAssetDecisions,
  countFilterDecisions,
  countLoginDecisions,
  countMethodDecisions,
} from '@gatehouse/contract/calls/acls.ts';
import { DECISION_DAYS, ruleVerdicts } from '@gatehouse/contract/policy/decisions.ts';
import { commandfilteracl } from '@gatehouse/contract/resources/acls/commandfilteracl.ts';
import { connectmethodacl } from '@gatehouse/contract/resources/acls/connectmethodacl.ts';
import { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import { loginassetacl } from '@gatehouse/contract/resources/acls/loginassetacl.ts';
import { bind } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { findRow } from '../../../engine/operations/read.ts';
import {
  type Counted,
  countCommands,
  countConnections,
  countHeld,
  countSignIns,
  type Since,
} from './counts.ts';

const dayMs = 24 * 3_600_000;

/** The days that are counted, in the time zone of the caller, today last. */
const daysOf = ({ zone }: Context): string[] => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date());
  return Array.from({ length: DECISION_DAYS }, (_, at) =>
    new Date(Date.parse(today) - (DECISION_DAYS - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
};

type CountedDecisions = { counted: readonly Counted[]; silent?: string[] };

/** Counts by day and verdict what was decided since the first of these days. */
const answerOf = async (ctx: Context, count: (since: Since) => Promise<CountedDecisions>) => {
  const dates = daysOf(ctx);
  const { counted, silent = [] } = await count({ from: dates[0] ?? '', zone: ctx.zone });
  const verdicts = ruleVerdicts.flatMap((verdict) => {
    const found = counted.filter((one) => one.verdict === verdict);
    if (found.length === 0) return [];
    const counts = dates.map((date) =>
      found.reduce((sum, { day, count }) => (day === date ? sum + count : sum), 0),
    );
    return { verdict, counts };
  });
  return { dates, verdicts, ...(silent.length > 0 && { not_counted: silent }) };
};

/** Registers what the rules decided in the last days. */
export const addDecisions = (ports: HttpPorts): void => {
  bind(ports, countFilterDecisions, async ({ ctx, params }) => {
    const { id } = await findRow(ctx.engine.resource(commandfilteracl), params.id, ctx);
    return answerOf(ctx, (since) => countCommands(id, since, ctx));
  });
  bind(ports, countLoginDecisions, async ({ ctx, params }) => {
    const { id, name } = await findRow(ctx.engine.resource(loginacl), params.id, ctx);
    return answerOf(ctx, async (since) => ({ counted: await countSignIns({ id, name }, since, ctx) }));
  });
  bind(ports, countAssetDecisions, async ({ ctx, params }) => {
    const { id } = await findRow(ctx.engine.resource(loginassetacl), params.id, ctx);
    return answerOf(ctx, async (since) => {
      const decided = await countConnections({ kind: 'loginassetacl', id }, since, ctx);
      return { counted: [...decided, ...(await countHeld(id, since, ctx))] };
    });
  });
  bind(ports, countMethodDecisions, async ({ ctx, params }) => {
    const { id } = await findRow(ctx.engine.resource(connectmethodacl), params.id, ctx);
    return answerOf(ctx, async (since) => ({
      counted: await countConnections({ kind: 'connectmethodacl', id }, since, ctx),
    }));
  });
};
