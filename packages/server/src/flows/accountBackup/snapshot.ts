import type { BackupSnapshot } from '@gatehouse/contract/resources/accounts/accountbackupexecution.ts';
import type { BackupPlan } from '../../resources/accounts/accountbackupautomation/statements.ts';

/** What a run notes of its plan: everything but the password of its files. */
export const snapshotOf = (plan: BackupPlan): BackupSnapshot => ({
  name: plan.name,
  types: plan.types,
  backup_type: plan.backup_type,
  is_password_divided_by_email: plan.is_password_divided_by_email,
  is_password_divided_by_obj_storage: plan.is_password_divided_by_obj_storage,
  recipients_part_one: plan.recipients_part_one,
  recipients_part_two: plan.recipients_part_two,
  obj_recipients_part_one: plan.obj_recipients_part_one,
  obj_recipients_part_two: plan.obj_recipients_part_two,
  is_periodic: plan.is_periodic,
  crontab: plan.crontab,
  interval: plan.interval,
  comment: plan.comment,
});
