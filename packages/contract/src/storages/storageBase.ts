import { field, type NestedFields } from '../resource/fields.ts';

/** The fields of both kinds of storages, given their types and what each type is told. */
export const storageFields = <const T extends string>(
  types: readonly T[],
  shapes: Readonly<Record<T, NestedFields>>,
) => ({
  name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
  type: field.choice({
    choices: types,
    required: true,
    createOnly: true,
    requiredToReplace: true,
    search: 'exact',
    filter: true,
  }),
  /** Its parts depend on the type. */
  meta: field.nested({ required: true, fields: {}, open: true, shapes }),
  is_default: field.boolean({ default: false, filter: true }),
  /** The secret parts of `meta`, each sealed. */
  secrets: field.json.of<Record<string, string>>()({ hidden: true, noDiff: true }),
  /** Since when it cannot be reached; null while it can. */
  date_failed: field.datetime({ nullable: true, hidden: true, noDiff: true }),
});

/** The test of a storage. */
export const testConnective = <const P extends string>(permission: P) =>
  ({ on: 'row', method: 'GET', path: 'test-connective', permission }) as const;

/** What both kinds of storages have in common besides fields. */
export const storageBase = {
  scope: 'global',
  label: 'name',
  sizes: [],
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
  transfer: { export: false, import: false },
} as const;
