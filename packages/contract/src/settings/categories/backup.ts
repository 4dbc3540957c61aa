import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

/** Where scheduled backups go, and how many are kept there. */
export const backup = {
  permission: 'settings.change_terminal',
  change: 'superuser',
  settings: {
    BACKUP_STORAGE: setting(field.text({ max: 128, help: true }), '', { effect: 'backup' }),
    BACKUP_KEEP: setting(field.integer({ min: 1, max: 365 }), 7, { effect: 'backup' }),
  },
} as const satisfies SettingCategory;
