import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { adhoc } from '../../resources/ops/adhoc.ts';

/** The user's command templates. */
export const commandTemplates: ListModeOf<typeof adhoc> = {
  columns: ['name', 'module', 'args', 'comment', 'date_created', 'actions'],
  fixed: ['name', 'actions'],
  exclude: ['creator', 'date_updated'],
  without: ['labels', 'import', 'export', 'bulkUpdate'],
};

/** The facts on the page of a command template. */
export const commandTemplateDetail: DetailLayoutOf<typeof adhoc> = {
  order: ['name', 'module', 'args', 'comment', 'date_created', 'date_updated'],
  exclude: ['id', 'creator', 'org_name'],
};
