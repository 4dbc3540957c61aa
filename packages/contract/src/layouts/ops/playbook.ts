import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { playbook } from '../../resources/ops/playbook.ts';

/** The user's playbooks. */
export const playbookList: ListModeOf<typeof playbook> = {
  columns: ['name', 'comment', 'date_created', 'actions'],
  fixed: ['name', 'actions'],
  exclude: ['creator', 'path', 'create_method', 'vcs_url', 'date_updated'],
  without: ['labels', 'import', 'export', 'bulkUpdate'],
};

/** The facts on the page of a playbook. */
export const playbookDetail: DetailLayoutOf<typeof playbook> = {
  order: ['name', 'comment', 'date_created', 'date_updated'],
  exclude: ['id', 'creator', 'path', 'create_method', 'vcs_url', 'org_name'],
};
