import type { ListModeOf } from '../../console/ListMode.ts';
import type { replaystorage } from '../../resources/terminal/replaystorage.ts';
import { storageListMode } from '../../storages/storageListMode.ts';

/** Where recordings are kept. */
export const replayStorageList: ListModeOf<typeof replaystorage> = storageListMode;
