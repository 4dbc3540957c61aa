import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { usergroup } from '../../resources/users/usergroup.ts';

/** All groups. */
export const allGroups: ListModeOf<typeof usergroup> = { abilities: true };

/** Groups whose users may reach an asset. */
export const groupsOfAsset: ListModeOf<typeof usergroup> = {
  columns: ['name'],
  without: ['moreActions', 'import', 'export', 'selection', 'columns'],
  metadataUrl: '/api/v1/users/groups/',
};

/** The facts of a group; its users have a tab. */
export const groupDetail: DetailLayoutOf<typeof usergroup> = {
  exclude: ['users', 'users_amount', 'org_name'],
};
