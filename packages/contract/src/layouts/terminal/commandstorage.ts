import type { ListModeOf } from '../../console/ListMode.ts';
import type { commandstorage } from '../../resources/terminal/commandstorage.ts';

/** Where the commands of sessions are kept. */
export const commandStorageList: ListModeOf<typeof commandstorage> = {
  abilities: true,
  columns: ['name', 'type', 'comment', 'is_default', 'actions'],
  exclude: ['meta'],
  without: ['moreActions', 'selection', 'import', 'export'],
};
