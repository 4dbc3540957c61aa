import { fieldError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { NestedFields } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Context } from '../engine/context.ts';
import type { Row, Values } from '../engine/resource.ts';
import type { Database } from '../platform/database.ts';
import { describeMeta } from './storageMeta.ts';
import { isBuiltInStorage, recordNewSecrets } from './storageRules.ts';

/** What the types of a kind of storages are told. */
type Shapes<T extends string> = Readonly<Record<T, NestedFields>>;

/** The type of this name; undefined: there is none. */
export const storageTypeIn = <T extends string>(shapes: Shapes<T>, type: unknown): T | undefined =>
  Object.keys(shapes).find((known): known is T => known === type);

type Named = { type?: unknown; name?: unknown };

/** The type of a storage that is written; storages of every installation are neither created nor renamed. */
export const writtenType = <T extends string>(
  shapes: Shapes<T>,
  { before, values }: { before: Named | undefined; values: Named },
): T => {
  const type = storageTypeIn(shapes, before?.type ?? values.type);
  if (!type || (!before && isBuiltInStorage(type)))
    throw fieldError('type', 'invalid_choice', { value: String(type) });
  if (before && isBuiltInStorage(type) && values.name !== undefined && values.name !== before.name)
    throw fieldError('name', 'storage_built_in');
  return type;
};

type Kind = {
  definition: ResourceDefinition;
  /** Keeps the choice of components when a storage gets another name. */
  rename: (names: { from: string; to: string }, db: Database) => Promise<void>;
  /** Takes the mark of the default from every storage of the kind but one. */
  keepOneDefault: (id: string, db: Database) => Promise<void>;
};
type Stored = { id: string; name: string; is_default: boolean; secrets: Values };

/** What follows from the write of storages: one default, names that components choose by, and the log of secrets. */
export const afterStorageWrite =
  ({ definition, rename, keepOneDefault }: Kind) =>
  async (rows: readonly { row: Row & Stored; before: Stored | undefined }[], ctx: Context): Promise<void> => {
    for (const { row, before } of rows) {
      if (row.is_default) await keepOneDefault(row.id, ctx.db);
      if (!before) continue;
      if (before.name !== row.name) await rename({ from: before.name, to: row.name }, ctx.db);
      const change = { row, before: before.secrets, after: row.secrets };
      await recordNewSecrets(ctx.engine.resource(definition), change, ctx);
    }
  };

/** Tells OPTIONS what storages of the requested type are told. */
export const describeStorage = (
  meta: FieldMeta | undefined,
  { definition, shapes }: { definition: ResourceDefinition; shapes: Shapes<string> },
  { ctx, query }: { ctx: Context; query: URLSearchParams },
): void => {
  const type = storageTypeIn(shapes, query.get('type'));
  describeMeta(meta, type === undefined ? undefined : shapes[type], {
    resource: ctx.engine.resource(definition),
    ctx,
  });
};
