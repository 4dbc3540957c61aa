import type { DetailLayoutOf, ListMode, ListModeOf } from '../../console/ListMode.ts';
import type { accessreview } from '../../resources/perms/accessreview.ts';

/** Reviews of permissions that were not used; which of them can be decided is told by each row. */
export const accessReviewList: ListModeOf<typeof accessreview> = {
  abilities: true,
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete'],
};

/** The facts on the page of a review; the page head shows its status. */
export const accessReviewDetail: DetailLayoutOf<typeof accessreview> = {
  order: [
    'permission',
    'date_last_used',
    'users_amount',
    'assets_amount',
    'reviewers',
    'date_created',
    'decided_by',
    'date_decided',
    'date_ends',
    'comment',
  ],
  exclude: ['id', 'name', 'status', 'is_overdue', 'org_name'],
};

/** Users or assets that a review concerns, by the column that names them. */
export const concernedBy = <Name extends string>(display: Name): ListMode<Name | 'date_last_used'> => ({
  columns: [display, 'date_last_used'],
  fixed: [display, 'date_last_used'],
  without: ['selection', 'columns', 'import', 'export'],
  rowName: display,
});
