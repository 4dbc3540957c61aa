import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { commandStorageMeta, commandStorageTypes } from '../../storages/commandStorages.ts';

/** Where the commands of sessions are kept. */
export const commandstorage = defineResource({
  app: 'terminal',
  name: 'commandstorage',
  path: 'command-storages',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, search: 'contains', filter: true }),
    type: field.choice({
      choices: commandStorageTypes,
      required: true,
      createOnly: true,
      search: 'exact',
      filter: true,
    }),
    /** Its parts depend on the type. */
    meta: field.nested({ required: true, fields: {}, open: true, shapes: commandStorageMeta }),
    is_default: field.boolean({ default: false, filter: true }),
    /** The secret parts of `meta`, each sealed. */
    secrets: field.json.of<Record<string, string>>()({ hidden: true, noDiff: true }),
    /** Since when it cannot be reached; null while it can. */
    date_failed: field.datetime({ nullable: true, hidden: true, noDiff: true }),
  },
  filters: ['real'],
  standard: ['comment'],
  bulk: false,
  unique: [['name']],
  order: ['name'],
  list: {
    default: ['name', 'type', 'comment', 'is_default', 'actions'],
    min: ['name', 'actions'],
    exclude: ['meta'],
  },
  form: [
    ['basic', 'name', 'type'],
    ['storage', 'meta'],
    ['other', 'is_default', 'comment'],
  ],
  actions: {
    testConnective: {
      on: 'row',
      method: 'GET',
      path: 'test-connective',
      permission: 'terminal.view_commandstorage',
    },
  },
  transfer: { export: false, import: false },
  console: {
    base: 'CommandStorage',
    path: 'settings/storage/command-storage',
    pages: ['create', 'update'],
    order: 222,
    under: 'settings/storage',
    names: { create: 'CreateCommandStorage' },
  },
});
