import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';

const total = z.int().optional();
const series = z.array(z.int()).optional();

const notCounted = z
  .array(z.string())
  .optional()
  .describe('Names of command storages whose commands are not counted: they did not answer in time');

const totals = {
  total_count_users: total,
  total_count_assets: total,
  total_count_users_this_week: total,
  total_count_assets_this_week: total,
  total_count_login_users: total,
  total_count_today_active_assets: total,
  total_count_online_users: total,
  total_count_online_sessions: total,
  total_count_today_failed_sessions: total,
  total_count_user_login_logs: total,
  total_count_user_login_success_logs: total,
  total_count_operate_logs: total,
  total_count_change_password_logs: total,
  total_count_ftp_logs: total,
  total_count_commands: total,
  total_count_commands_danger: total,
  commands_not_counted: notCounted,
  total_count_history_sessions: total,
  total_count_job_logs: total,
  total_count_job_logs_running: total,
  total_count_job_logs_failed: total,
  total_count_type_to_assets_amount: z
    .array(z.object({ type: z.string(), total: z.int(), label: z.string() }))
    .optional(),
};

const metrics = {
  dates_metrics_date: z.array(z.string()).optional(),
  dates_metrics_total_count_session: series,
  dates_metrics_total_count_login: series,
  dates_metrics_total_count_active_users: series,
  dates_metrics_total_count_active_assets: series,
  dates_login_times_top10_assets: z
    .array(z.object({ asset: z.string(), total: z.int(), last: z.string() }))
    .optional(),
  dates_login_times_top10_users: z
    .array(z.object({ user_id: z.string(), total: z.int(), user: z.string(), last: z.string() }))
    .optional(),
  dates_login_record_top10_sessions: z
    .array(
      z.object({
        user: z.string(),
        asset: z.string(),
        is_finished: z.boolean(),
        date_start: z.string(),
        timesince: z.string(),
      }),
    )
    .optional(),
};

export const getDashboardNumbers = defineCall('GET /api/v1/index/', {
  summary: 'Dashboard numbers; only the requested ones are returned',
  permission: 'rbac.view_audit|rbac.view_console',
  query: z.looseObject({
    days: z.string().optional().describe('Number of days to look back; default 1'),
    all: z.unknown().optional().describe('Present: every number'),
    total_count: z.unknown().optional().describe('Present: every total'),
  }),
  answer: z.object({ ...totals, ...metrics }),
});

const amount = z.int().optional();

export const getAttention = defineCall('GET /api/v1/index/attention/', {
  summary: 'What needs attention, as counts; each only for callers who may see what it counts',
  permission: 'rbac.view_audit|rbac.view_console',
  answer: z.object({
    waiting_tickets: amount.describe('Tickets at a level that the caller approves'),
    failed_sessions: amount.describe('Sessions of today that failed'),
    rejected_commands: amount.describe('Commands of today that were rejected'),
    commands_not_counted: notCounted,
    unreachable_assets: amount,
    expiring_permissions: amount.describe('Active permissions that end within three days'),
    offline_components: amount,
    licence_days: amount.describe('Days left to the licence, below 0 after its end; absent above six'),
  }),
});
