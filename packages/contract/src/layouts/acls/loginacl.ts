import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { loginacl } from '../../resources/acls/loginacl.ts';

/** Sign-in rules in the order in which they decide. */
export const loginRuleList: ListModeOf<typeof loginacl> = {
  columns: ['name', 'priority', 'is_active', 'action', 'comment', 'actions'],
  fixed: ['name', 'actions'],
  without: ['moreActions', 'selection', 'labels', 'import', 'export'],
  batchFields: ['priority', 'is_active', 'comment'],
};

/** Sign-in rules that hit a user, on the page of the user. */
export const loginRulesOfUser: ListModeOf<typeof loginacl> = {
  columns: ['name', 'priority', 'is_active', 'action', 'comment'],
  fixed: ['name'],
  without: ['moreActions', 'selection', 'labels', 'import', 'export'],
};

/** The facts on the page of such a rule; a switch shows whether it is active. */
export const loginRuleDetail: DetailLayoutOf<typeof loginacl> = {
  order: [
    'name',
    'users',
    'rules',
    'action',
    'reviewers',
    'priority',
    'date_created',
    'created_by',
    'comment',
  ],
  exclude: ['id', 'is_active'],
};
