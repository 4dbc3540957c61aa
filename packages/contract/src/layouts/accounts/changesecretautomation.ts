import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { changesecretautomation } from '../../resources/accounts/changesecretautomation.ts';
import type { asset } from '../../resources/assets/asset.ts';

/** Secret change plans. */
export const changePlanList: ListModeOf<typeof changesecretautomation> = {
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
  exclude: ['type', 'password_rules', 'ssh_key_change_strategy', 'params'],
  without: ['bulkUpdate', 'labels', 'import', 'export'],
};

/** The facts on the page of a plan. */
export const changePlanDetail: DetailLayoutOf<typeof changesecretautomation> = {
  order: [
    'accounts',
    'assets',
    'nodes',
    'secret_type',
    'secret_strategy',
    'ssh_key_change_strategy',
    'periodic_display',
    'executed_amount',
    'recipients',
    'is_active',
  ],
  exclude: ['id', 'name', 'type', 'password_rules', 'params', 'is_periodic', 'crontab', 'interval'],
};

/** The assets that a plan is about. */
export const assetsOfChangePlanList: ListModeOf<typeof asset> = {
  columns: ['name', 'address'],
  fixed: ['name'],
  without: ['create', 'import', 'export', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};
