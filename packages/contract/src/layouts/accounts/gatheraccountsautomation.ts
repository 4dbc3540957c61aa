import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { gatheraccountsautomation } from '../../resources/accounts/gatheraccountsautomation.ts';

/** Plans that look for accounts. */
export const gatherPlanList: ListModeOf<typeof gatheraccountsautomation> = {
  columns: ['name', 'nodes', 'assets', 'periodic_display', 'executed_amount', 'is_active', 'actions'],
  fixed: ['name', 'actions'],
  exclude: ['type', 'accounts'],
  without: ['bulkUpdate', 'labels', 'import', 'export'],
};

/** The facts on the page of a plan. */
export const gatherPlanDetail: DetailLayoutOf<typeof gatheraccountsautomation> = {
  order: [
    'assets',
    'nodes',
    'is_sync_account',
    'recipients',
    'periodic_display',
    'executed_amount',
    'is_active',
  ],
  exclude: ['id', 'name', 'type', 'accounts', 'is_periodic', 'crontab', 'interval'],
};
