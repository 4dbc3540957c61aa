import type { ListModeOf } from '../../console/ListMode.ts';
import type { commandstorage } from '../../resources/terminal/commandstorage.ts';
import { storageListMode } from '../../storages/storageListMode.ts';

/** Where the commands of sessions are kept. */
export const commandStorageList: ListModeOf<typeof commandstorage> = storageListMode;
