import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { accountbackupautomation } from '../../resources/accounts/accountbackupautomation.ts';

/** Fields that say where a plan sends its archives. */
const targets = [
  'is_password_divided_by_email',
  'recipients_part_one',
  'recipients_part_two',
  'is_password_divided_by_obj_storage',
  'obj_recipients_part_one',
  'obj_recipients_part_two',
] as const;

/** Backup plans. */
export const backupPlanList: ListModeOf<typeof accountbackupautomation> = {
  columns: ['name', 'types', 'backup_type', 'periodic_display', 'executed_amount', 'actions'],
  fixed: ['name', 'actions'],
  exclude: [...targets],
  without: ['bulkUpdate', 'labels'],
};

/** The facts on the page of a plan; where it sends what is told for its way of sending alone. */
export const backupPlanDetail: DetailLayoutOf<
  typeof accountbackupautomation,
  'secrets' | 'part_one' | 'part_two'
> = {
  order: ['types', 'backup_type', 'secrets', 'part_one', 'part_two', 'periodic_display', 'executed_amount'],
  exclude: ['id', 'name', 'is_periodic', 'crontab', 'interval', ...targets],
};
