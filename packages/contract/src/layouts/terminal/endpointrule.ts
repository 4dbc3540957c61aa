import type { ListModeOf } from '../../console/ListMode.ts';
import type { endpointrule } from '../../resources/terminal/endpointrule.ts';

/** Rules in the order in which they are tried. */
export const endpointRuleList: ListModeOf<typeof endpointrule> = {
  columns: ['name', 'ip_group', 'priority', 'endpoint', 'is_active', 'actions'],
  fixed: ['name', 'actions'],
  without: ['moreActions', 'selection', 'labels', 'import', 'export'],
};
