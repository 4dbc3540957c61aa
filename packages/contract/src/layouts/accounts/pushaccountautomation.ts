import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { pushaccountautomation } from '../../resources/accounts/pushaccountautomation.ts';

/** Plans that push accounts. */
export const pushPlanList: ListModeOf<typeof pushaccountautomation> = {
  columns: [
    'name',
    'accounts',
    'secret_strategy',
    'periodic_display',
    'executed_amount',
    'is_active',
    'actions',
  ],
  fixed: ['name', 'actions'],
  exclude: ['type', 'password_rules', 'ssh_key_change_strategy', 'params', 'recipients'],
  without: ['bulkUpdate', 'labels', 'import', 'export'],
};

/** The facts on the page of a plan. */
export const pushPlanDetail: DetailLayoutOf<typeof pushaccountautomation> = {
  order: [
    'accounts',
    'assets',
    'nodes',
    'secret_type',
    'secret_strategy',
    'ssh_key_change_strategy',
    'periodic_display',
    'executed_amount',
    'is_active',
  ],
  exclude: [
    'id',
    'name',
    'type',
    'password_rules',
    'params',
    'recipients',
    'is_periodic',
    'crontab',
    'interval',
  ],
};
