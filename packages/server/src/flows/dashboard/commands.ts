import { type SQL, sql } from 'drizzle-orm';
import { type Context, once } from '../../engine/context.ts';
import { allCommands } from '../../resources/terminal/command/relations.ts';
import { countElsewhere } from '../storages/askStorages.ts';
import { here, since } from './span.ts';

/** The risk of a command that was rejected. */
const rejectedRisk = 5;

/** Numbers of commands, and the names of the storages whose commands are not among them. */
export type CommandNumbers = { all: number; rejected: number; silent: string[] };

/** Commands since a moment, in the database and in storages of other systems. */
export const countCommands = async (
  moment: SQL,
  ctx: Context,
  conditions: 'all' | 'rejected' = 'all',
): Promise<CommandNumbers> => {
  const isRejected = sql`t.risk_level = ${rejectedRisk}`;
  const [stored] = await ctx.db.rows<{ all: number; rejected: number }>(
    sql`select count(*)::int as "all", (count(*) filter (where ${isRejected}))::int as rejected from ${allCommands} t
      where ${here(ctx)} and t.timestamp >= extract(epoch from ${moment}) and ${conditions === 'rejected' ? isRejected : sql`true`}`,
  );
  const { counts, silent } = await countElsewhere(
    async () => {
      const [row] = await ctx.db.rows<{ from: number }>(
        sql`select extract(epoch from ${moment})::float8 as from`,
      );
      return [{ key: 'since', from: row?.from ?? 0 }];
    },
    conditions === 'rejected' ? [{ term: { risk_level: { value: rejectedRisk } } }] : [],
    ctx,
  );
  const sum = (ofRisk: (risk: number) => boolean) =>
    counts.reduce((total, { risk, count }) => (ofRisk(risk) ? total + count : total), 0);
  return {
    all: (stored?.all ?? 0) + sum(() => true),
    rejected: (stored?.rejected ?? 0) + sum((risk) => risk === rejectedRisk),
    silent,
  };
};

/** The commands of the past days, counted once for all numbers of an answer. */
export const commandsSince = (days: number, ctx: Context): Promise<CommandNumbers> =>
  once(ctx, `commands since ${days}`, () => countCommands(since(days, ctx), ctx));
