import { defineResource } from '../../resource/defineResource.ts';
import { commandStorageMeta, commandStorageTypes } from '../../storages/commandStorages.ts';
import { storageBase, storageFields, testConnective } from '../../storages/storageBase.ts';

/** Where the commands of sessions are kept. */
export const commandstorage = defineResource({
  app: 'terminal',
  name: 'commandstorage',
  path: 'command-storages',
  ...storageBase,
  fields: storageFields(commandStorageTypes, commandStorageMeta),
  filters: ['real'],
  actions: { testConnective: testConnective('terminal.view_commandstorage') },
  settingsFile: { section: 'command_storages', secrets: ['meta', 'secrets'] },
  console: {
    base: 'CommandStorage',
    path: 'settings/storage/command-storage',
    pages: ['create', 'update'],
    order: 222,
    under: 'settings/storage',
    names: { create: 'CreateCommandStorage' },
  },
});
