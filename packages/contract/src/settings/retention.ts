/** Settings that say for how many days rows are kept. */
export const retentionSettings = [
  'LOGIN_LOG_KEEP_DAYS',
  'OPERATE_LOG_KEEP_DAYS',
  'FTP_LOG_KEEP_DAYS',
  'ACTIVITY_LOG_KEEP_DAYS',
  'TASK_LOG_KEEP_DAYS',
  'JOB_EXECUTION_KEEP_DAYS',
  'TERMINAL_SESSION_KEEP_DURATION',
  'PASSWORD_CHANGE_LOG_KEEP_DAYS',
] as const;

/** The least number of days while the powers of superusers are limited (reference 07 §3.27). */
export const LEAST_LIMITED_DAYS = 180;

/** Name of such a setting. */
export type RetentionSetting = (typeof retentionSettings)[number];

/** From how many rows on the clean-up of the coming night is not counted further. */
export const mostCounted = 1_000_000;
