import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { formatDatetime, formatDuration, instantOf } from '../../platform/time.ts';
import { allLoginLogs } from '../../resources/audits/userloginlog/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { here, since } from './span.ts';

type Metric = (days: number, ctx: Context) => Promise<Record<string, unknown>>;

/**
 * One number for each of the last days, today last; `at`, `where` and `counted` refer to the table as `t`.
 */
const byDay = async (
  source: { table: SQL; at: SQL; where: SQL; counted: SQL },
  days: number,
  ctx: Context,
): Promise<{ day: string; n: number }[]> => {
  const local = (at: SQL) => sql`(${at} at time zone ${ctx.zone})::date`;
  return ctx.db.rows<{ day: string; n: number }>(sql`
    select to_char(d.day, 'MM-DD') as day, coalesce(c.n, 0)::int as n
    from generate_series(${local(sql`now()`)} - (${days}::int - 1), ${local(sql`now()`)}, interval '1 day') as d(day)
    left join (select ${local(source.at)} as day, count(${source.counted}) as n from ${source.table} t
      where ${source.at} >= now() - make_interval(days => ${days + 1}) and ${source.where} group by 1) c on c.day = d.day::date order by d.day`);
};

const sessionsBy = (counted: SQL, days: number, ctx: Context) =>
  byDay({ table: allSessions, at: sql`t.date_start`, where: here(ctx), counted }, days, ctx);

const loginsBy = (days: number, ctx: Context) =>
  byDay({ table: allLoginLogs, at: sql`t.datetime`, where: sql`true`, counted: sql`*` }, days, ctx);

const numbers = (rows: { n: number }[]) => rows.map((row) => row.n);

type Ranked = { who: string; name: string; total: number; last: string };

const ranking = (who: SQL, name: SQL, days: number, ctx: Context): Promise<Ranked[]> =>
  ctx.db.rows<Ranked>(sql`select ${who} as who, ${name} as name, count(*)::int as total, max(t.date_start) as last from ${allSessions} t
    where ${here(ctx)} and t.date_start >= ${since(days, ctx)} group by ${who} order by total desc, last desc limit 10`);

const lastIn = (row: Ranked, ctx: Context): string =>
  formatDatetime(instantOf(row.last) ?? new Date(0), ctx.zone);

/** Series, rankings and latest sessions by their flag (reference 05 §7.1). */
export const metrics: Record<string, Metric> = {
  session_dates_metrics: async (days, ctx) => {
    const rows = await sessionsBy(sql`*`, days, ctx);
    return {
      dates_metrics_date: rows.map((row) => row.day),
      dates_metrics_total_count_session: numbers(rows),
    };
  },
  dates_metrics: async (days, ctx) => {
    const logins = await loginsBy(days, ctx);
    return {
      dates_metrics_date: logins.map((row) => row.day),
      dates_metrics_total_count_login: numbers(logins),
      dates_metrics_total_count_active_users: numbers(await sessionsBy(sql`distinct t.user_id`, days, ctx)),
      dates_metrics_total_count_active_assets: numbers(await sessionsBy(sql`distinct t.asset_id`, days, ctx)),
    };
  },
  dates_login_times_top10_assets: async (days, ctx) => {
    const rows = await ranking(sql`t.asset`, sql`t.asset`, days, ctx);
    return {
      dates_login_times_top10_assets: rows.map((row) => ({
        asset: row.name,
        total: row.total,
        last: lastIn(row, ctx),
      })),
    };
  },
  dates_login_times_top10_users: async (days, ctx) => {
    const rows = await ranking(sql`t.user_id`, sql`max(t."user")`, days, ctx);
    return {
      dates_login_times_top10_users: rows.map((row) => ({
        user_id: row.who,
        total: row.total,
        user: row.name,
        last: lastIn(row, ctx),
      })),
    };
  },
  dates_login_record_top10_sessions: async (days, ctx) => {
    const rows = await ctx.db.rows<{ user: string; asset: string; is_finished: boolean; date_start: string }>(
      sql`select t."user", t.asset, t.is_finished, t.date_start from ${allSessions} t
        where ${here(ctx)} and t.date_start >= ${since(days, ctx)} order by t.date_start desc limit 10`,
    );
    return {
      dates_login_record_top10_sessions: rows.map((row) => {
        const start = instantOf(row.date_start) ?? new Date(0);
        return {
          ...row,
          date_start: formatDatetime(start, ctx.zone),
          timesince: formatDuration((Date.now() - start.getTime()) / 1000),
        };
      }),
    };
  },
};
