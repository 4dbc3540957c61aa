import { panel } from './panel.ts';

/** Backups by schedule. */
export const backup = panel('backup', {
  page: 'storage',
  tab: 'Backup',
  groups: { backup: ['BACKUP_STORAGE', 'BACKUP_KEEP'] },
});
