import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { commandfilteracl } from '../../resources/acls/commandfilteracl.ts';

/** Command filters in the order in which they decide. */
export const commandFilterList: ListModeOf<typeof commandfilteracl> = {
  columns: ['name', 'command_groups', 'priority', 'action', 'is_active', 'comment', 'actions'],
  fixed: ['name', 'actions'],
  without: ['labels', 'import', 'export'],
  batchFields: ['priority', 'is_active', 'comment'],
};

/** The facts on the page of a command filter; a switch shows whether it is active. */
export const commandFilterDetail: DetailLayoutOf<typeof commandfilteracl> = {
  order: [
    'name',
    'command_groups',
    'users',
    'assets',
    'accounts',
    'action',
    'reviewers',
    'priority',
    'date_created',
    'created_by',
    'comment',
  ],
  exclude: ['id', 'is_active', 'org_name'],
};
