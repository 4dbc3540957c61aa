import { field, type NestedFields } from '../resource/fields.ts';

/** Types of command storages: `null` keeps nothing, `server` keeps commands in the database. */
export const commandStorageTypes = ['null', 'server', 'es'] as const;

/** A type of command storage. */
export type CommandStorageType = (typeof commandStorageTypes)[number];

/** What each type of command storage is told (reference 05 §3.2). */
export const commandStorageMeta: Readonly<Record<CommandStorageType, NestedFields>> = {
  null: {},
  server: {},
  es: {
    HOSTS: field.list({ required: true, maxItem: 1024, maxItems: 32, help: true }),
    INDEX_BY_DATE: field.boolean({ default: false, help: true }),
    INDEX: field.text({ max: 1024, default: 'gatehouse', help: true }),
    DOC_TYPE: field.text({ max: 1024, default: '_doc' }),
    IGNORE_VERIFY_CERTS: field.boolean({ default: false }),
  },
};

/** Types that the product offers to create. */
export const offeredCommandStorages = commandStorageTypes.filter(
  (type) => type !== 'null' && type !== 'server',
);
