import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { commandgroup } from '../../resources/acls/commandgroup.ts';

/** Command groups by name. */
export const commandGroupList: ListModeOf<typeof commandgroup> = {
  abilities: true,
  columns: ['name', 'type', 'content', 'comment', 'actions'],
  fixed: ['name', 'actions'],
  without: ['labels', 'import', 'export'],
  batchFields: ['ignore_case', 'comment'],
};

/** The facts on the page of a command group. */
export const commandGroupDetail: DetailLayoutOf<typeof commandgroup> = {
  order: ['name', 'type', 'content', 'ignore_case', 'comment', 'date_created', 'created_by'],
  exclude: ['id', 'org_name'],
};
