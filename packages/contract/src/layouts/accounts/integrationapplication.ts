import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { integrationapplication } from '../../resources/accounts/integrationapplication.ts';
import type { integrationlog } from '../../resources/accounts/integrationlog.ts';

/** Applications that may fetch secrets. */
export const applicationList: ListModeOf<typeof integrationapplication> = {
  columns: ['name', 'ip_group', 'is_active', 'date_expired', 'date_last_used', 'actions'],
  fixed: ['name', 'actions'],
  without: ['bulkUpdate', 'labels', 'import', 'export'],
};

/** The facts on the page of an application; its id is that of its key. */
export const applicationDetail: DetailLayoutOf<typeof integrationapplication> = {
  order: [
    'id',
    'accounts',
    'assets',
    'account_names',
    'ip_group',
    'is_active',
    'date_expired',
    'date_last_used',
  ],
  exclude: ['name', 'org_name'],
};

/** What one application asked for. */
export const requestsOfApplicationList: ListModeOf<typeof integrationlog> = {
  columns: ['datetime', 'remote_addr', 'asset', 'account', 'result'],
  fixed: ['datetime', 'result'],
  exclude: ['application', 'application_name'],
  scopeKeys: ['application_id'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};
