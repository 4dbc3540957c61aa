import { defineResource } from '../../resource/defineResource.ts';
import { replayStorageMeta, replayStorageTypes } from '../../storages/replayStorages.ts';
import { storageBase, storageFields, testConnective } from '../../storages/storageBase.ts';

/** Where recordings are kept. */
export const replaystorage = defineResource({
  app: 'terminal',
  name: 'replaystorage',
  path: 'replay-storages',
  ...storageBase,
  fields: storageFields(replayStorageTypes, replayStorageMeta),
  filters: ['type_not'],
  actions: { testConnective: testConnective('terminal.view_replaystorage') },
  settingsFile: { section: 'replay_storages', secrets: ['meta', 'secrets'] },
  console: {
    base: 'ReplayStorage',
    path: 'settings/storage/replay-storage',
    pages: ['create', 'update'],
    order: 221,
    under: 'settings/storage',
    names: { create: 'CreateReplayStorage' },
  },
});
