import type { ListModeOf } from '../../console/ListMode.ts';
import type { replaystorage } from '../../resources/terminal/replaystorage.ts';

/** Where recordings are kept. */
export const replayStorageList: ListModeOf<typeof replaystorage> = {
  abilities: true,
  columns: ['name', 'type', 'comment', 'is_default', 'actions'],
  exclude: ['meta'],
  without: ['moreActions', 'selection', 'import', 'export'],
};
