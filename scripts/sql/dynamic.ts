/** Statements whose SQL depends on data, by file or folder: how many are allowed, and why. */
export type DynamicPlaces = Readonly<Record<string, { most: number; why: string }>>;

/** Where SQL may be built at run time. A new entry needs a reason why a list of names would not do. */
export const dynamicPlaces: DynamicPlaces = {
  'packages/server/src/engine/undo/': {
    most: 7,
    why: 'the rows of any table that a deletion takes along or would take along, as the catalogue lists them',
  },
  'packages/server/src/engine/': {
    most: 40,
    why: 'the statements of any resource, made from its definition',
  },
  'packages/server/src/platform/backup/': {
    most: 9,
    why: 'every table of the database, as its catalogue lists them',
  },
  'packages/server/src/platform/jobs/bossDatabase.ts': { most: 2, why: 'the statements of pg-boss' },
  'packages/server/src/platform/masterKey/': {
    most: 2,
    why: 'every text of the database, as its catalogue lists the columns',
  },
  'packages/server/src/platform/statements/rowLimit.ts': {
    most: 1,
    why: 'a whole number of rows, of which there are few: a kept plan must know it',
  },
  'packages/server/src/platform/migrate.ts': { most: 1, why: 'runs the migrations' },
  'packages/server/src/platform/notices.ts': { most: 1, why: 'LISTEN takes no parameter' },
};
