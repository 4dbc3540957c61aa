import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { loginassetacl } from '../../resources/acls/loginassetacl.ts';

/** Connection rules in the order in which they decide. */
export const assetRuleList: ListModeOf<typeof loginassetacl> = {
  columns: ['name', 'priority', 'action', 'is_active', 'comment', 'actions'],
  fixed: ['name', 'actions'],
  without: ['labels', 'import', 'export'],
  batchFields: ['priority', 'is_active', 'comment'],
};

/** The facts on the page of such a rule; a switch shows whether it is active. */
export const assetRuleDetail: DetailLayoutOf<typeof loginassetacl> = {
  order: [
    'name',
    'users',
    'assets',
    'accounts',
    'rules',
    'action',
    'reviewers',
    'priority',
    'date_created',
    'created_by',
    'comment',
  ],
  exclude: ['id', 'is_active', 'org_name'],
};
