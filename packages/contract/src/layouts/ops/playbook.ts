import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { playbook } from '../../resources/ops/playbook.ts';

/** The user's playbooks. */
export const playbookList: ListModeOf<typeof playbook> = {
  columns: ['name', 'create_method', 'comment', 'date_created', 'actions'],
  fixed: ['name', 'actions'],
  exclude: [
    'creator',
    'path',
    'vcs_url',
    'vcs_ref',
    'vcs_host_key',
    'vcs_commit',
    'date_fetched',
    'date_updated',
  ],
  without: ['labels', 'import', 'export', 'bulkUpdate'],
};

/** The facts on the page of a playbook; those of its repository are in a card of their own. */
export const playbookDetail: DetailLayoutOf<typeof playbook> = {
  order: ['name', 'create_method', 'comment', 'date_created', 'date_updated'],
  exclude: [
    'id',
    'creator',
    'path',
    'vcs_url',
    'vcs_ref',
    'vcs_host_key',
    'vcs_commit',
    'vcs_public_key',
    'date_fetched',
    'org_name',
  ],
};
