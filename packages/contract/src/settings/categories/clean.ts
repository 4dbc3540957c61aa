import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

const days = field.integer({ min: 1, max: 9999, required: true });
const night = { effect: 'night' } as const;

/** How many days logs are kept, and sessions with their recordings. */
export const clean = {
  permission: 'settings.change_clean',
  settings: {
    LOGIN_LOG_KEEP_DAYS: setting(days, 180, night),
    TASK_LOG_KEEP_DAYS: setting(days, 180, night),
    OPERATE_LOG_KEEP_DAYS: setting(days, 180, night),
    ACTIVITY_LOG_KEEP_DAYS: setting(days, 180, night),
    FTP_LOG_KEEP_DAYS: setting(days, 180, night),
    PASSWORD_CHANGE_LOG_KEEP_DAYS: setting(days, 999, night),
    CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: setting(days, 180, { effect: 'nothing' }),
    JOB_EXECUTION_KEEP_DAYS: setting(days, 180, night),
    TERMINAL_SESSION_KEEP_DURATION: setting(field.integer({ min: 1, max: 99_999, required: true }), 200, {
      effect: 'night',
      component: true,
    }),
  },
} as const satisfies SettingCategory;
