import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { organization } from '../../resources/orgs/organization.ts';

/** Counts in `resource_statistics` that are shown one by one. */
export const shownStatistics = [
  'users_amount',
  'groups_amount',
  'assets_amount',
  'asset_perms_amount',
] as const;

type Statistic = (typeof shownStatistics)[number];

/** Organizations with the counts of what they contain. */
export const organizationList: ListModeOf<typeof organization, Statistic> = {
  abilities: true,
  columns: ['name', ...shownStatistics, 'comment'],
  exclude: ['resource_statistics', 'is_default', 'is_root', 'internal'],
  without: ['moreActions', 'selection', 'import', 'export'],
};

/** The facts of an organization. */
export const organizationDetail: DetailLayoutOf<typeof organization, Statistic> = {
  order: ['name', 'id', 'created_by', ...shownStatistics, 'date_created', 'comment'],
  exclude: ['resource_statistics', 'is_default', 'is_root', 'internal'],
};
