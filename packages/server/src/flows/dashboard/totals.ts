import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { choiceLabel } from '../../engine/labels.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allTransfers } from '../../resources/audits/ftplog/relations.ts';
import { namingMembers } from '../../resources/audits/members.ts';
import { allOperateLogs } from '../../resources/audits/operatelog/relations.ts';
import { allPasswordChanges } from '../../resources/audits/passwordchangelog/relations.ts';
import { allLoginLogs } from '../../resources/audits/userloginlog/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { commandsSince } from './commands.ts';
import { here, midnight, monday, peopleHere, since } from './span.ts';

type Total = (days: number, ctx: Context) => Promise<unknown>;

const count =
  (rows: SQL, where: (days: number, ctx: Context) => SQL, what = sql`*`): Total =>
  async (days, ctx) => {
    const [row] = await ctx.db.rows<{ n: number }>(
      sql`select count(${what})::int as n from ${rows} t where ${where(days, ctx)}`,
    );
    return row?.n ?? 0;
  };

const logins = (days: number, ctx: Context): SQL =>
  sql`t.datetime >= ${since(days, ctx)} and ${namingMembers(sql`t.username`, ctx) ?? sql`true`}`;
const sessionsToday = (ctx: Context): SQL => sql`${here(ctx)} and t.date_start >= ${midnight(ctx)}`;
const online = (_days: number, ctx: Context): SQL => sql`${here(ctx)} and not t.is_finished`;

const assetTypes: Total = async (_days, ctx) => {
  const resource = ctx.engine.resource(asset);
  const rows = await ctx.db.rows<{ type: string; total: number }>(
    sql`select t.type, count(*)::int as total from ${allAssets} t where ${here(ctx)} group by 1 order by 2 desc, 1`,
  );
  return rows.map((row) => ({ ...row, label: choiceLabel({ name: 'type', resource, ctx }, row.type) }));
};

/** Job logs do not exist yet, so there are none to count. */
const noJobs: Total = async () => 0;

/** Totals by their flag (reference 05 §7.1). */
export const totals: Record<string, Total> = {
  total_count_users: count(allUsers, (_days, ctx) => peopleHere(ctx)),
  total_count_assets: count(allAssets, (_days, ctx) => here(ctx)),
  total_count_users_this_week: count(
    allUsers,
    (_days, ctx) => sql`${peopleHere(ctx)} and t.date_joined >= ${monday(ctx)}`,
  ),
  total_count_assets_this_week: count(
    allAssets,
    (_days, ctx) => sql`${here(ctx)} and t.date_created >= ${monday(ctx)}`,
  ),
  total_count_login_users: count(
    allLoginLogs,
    (days, ctx) => sql`t.status and ${logins(days, ctx)}`,
    sql`distinct t.username`,
  ),
  total_count_today_active_assets: count(
    allSessions,
    (_days, ctx) => sessionsToday(ctx),
    sql`distinct t.asset_id`,
  ),
  total_count_online_users: count(allSessions, online, sql`distinct t.user_id`),
  total_count_online_sessions: count(allSessions, online),
  total_count_today_failed_sessions: count(
    allSessions,
    (_days, ctx) => sql`not t.is_success and ${sessionsToday(ctx)}`,
  ),
  total_count_user_login_logs: count(allLoginLogs, logins),
  total_count_user_login_success_logs: count(
    allLoginLogs,
    (days, ctx) => sql`t.status and ${logins(days, ctx)}`,
  ),
  total_count_operate_logs: count(
    allOperateLogs,
    (days, ctx) => sql`${here(ctx)} and t.datetime >= ${since(days, ctx)}`,
  ),
  total_count_change_password_logs: count(
    allPasswordChanges,
    (days, ctx) =>
      sql`t.datetime >= ${since(days, ctx)} and ${namingMembers(sql`t."user"`, ctx) ?? sql`true`}`,
  ),
  total_count_ftp_logs: count(
    allTransfers,
    (days, ctx) => sql`${here(ctx)} and t.date_start >= ${since(days, ctx)}`,
  ),
  total_count_commands: async (days, ctx) => (await commandsSince(days, ctx)).all,
  total_count_commands_danger: async (days, ctx) => (await commandsSince(days, ctx)).rejected,
  total_count_history_sessions: count(
    allSessions,
    (days, ctx) => sql`${here(ctx)} and t.is_finished and t.date_start >= ${since(days, ctx)}`,
  ),
  total_count_job_logs: noJobs,
  total_count_job_logs_running: noJobs,
  total_count_job_logs_failed: noJobs,
  total_count_type_to_assets_amount: assetTypes,
};
