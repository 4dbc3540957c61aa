import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { connectmethodacl } from '../../resources/acls/connectmethodacl.ts';

/** Connect method rules in the order in which they decide. */
export const methodRuleList: ListModeOf<typeof connectmethodacl> = {
  columns: ['name', 'connect_methods', 'priority', 'is_active', 'comment', 'actions'],
  fixed: ['name', 'actions'],
  without: ['labels', 'import', 'export'],
  batchFields: ['priority', 'is_active', 'comment'],
};

/** The facts on the page of such a rule; a switch shows whether it is active. */
export const methodRuleDetail: DetailLayoutOf<typeof connectmethodacl> = {
  order: [
    'name',
    'users',
    'connect_methods',
    'action',
    'reviewers',
    'priority',
    'date_created',
    'created_by',
    'comment',
  ],
  exclude: ['id', 'is_active'],
};
