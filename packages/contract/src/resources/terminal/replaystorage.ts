import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { replayStorageMeta, replayStorageTypes } from '../../storages/replayStorages.ts';

/** Where recordings are kept. */
export const replaystorage = defineResource({
  app: 'terminal',
  name: 'replaystorage',
  path: 'replay-storages',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, search: 'contains', filter: true }),
    type: field.choice({
      choices: replayStorageTypes,
      required: true,
      createOnly: true,
      search: 'exact',
      filter: true,
    }),
    /** Its parts depend on the type. */
    meta: field.nested({ required: true, fields: {}, open: true, shapes: replayStorageMeta }),
    is_default: field.boolean({ default: false, filter: true }),
    /** The secret parts of `meta`, each sealed. */
    secrets: field.json.of<Record<string, string>>()({ hidden: true, noDiff: true }),
    /** Since when it cannot be reached; null while it can. */
    date_failed: field.datetime({ nullable: true, hidden: true, noDiff: true }),
  },
  filters: ['type_not'],
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
      permission: 'terminal.view_replaystorage',
    },
  },
  transfer: { export: false, import: false },
  console: {
    base: 'ReplayStorage',
    path: 'settings/storage/replay-storage',
    pages: ['create', 'update'],
    order: 221,
    under: 'settings/storage',
    names: { create: 'CreateReplayStorage' },
  },
});
