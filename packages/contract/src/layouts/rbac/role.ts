import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { role } from '../../resources/rbac/role.ts';

/** Roles of one scope. */
export const roleList: ListModeOf<typeof role> = {
  abilities: true,
  columns: ['display_name', 'users_amount', 'builtin', 'comment'],
  fixed: ['display_name'],
  exclude: ['name'],
  without: ['moreActions'],
  forbidden: ['importUpdate'],
  rowName: 'display_name',
};

/** The facts of a role; its permissions have a card, its users a tab. */
export const roleDetail: DetailLayoutOf<typeof role> = {
  order: ['display_name', 'scope', 'builtin', 'created_by', 'date_created', 'date_updated', 'comment'],
  exclude: ['id', 'name', 'users_amount', 'updated_by'],
};
