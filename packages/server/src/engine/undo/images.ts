import { sql } from 'drizzle-orm';
import { type Database, id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { labelBindingTable, storedLabelBindings } from '../fields/labels/relations.ts';
import type { Resource } from '../resource.ts';
import { type ForeignKey, type Tables, tablesOf, valuesOf } from './foreignKeys.ts';

/** A stored row as it was; `root` is the id of the row that was acted on. Secrets stay sealed in it. */
export type Image = { root: string; table: string; row: { [column: string]: unknown } };

/** A reference that the deletion of its target emptied. */
export type Emptied = { root: string; table: string; column: string; id: string; value: string };

type Rooted = ReadonlyMap<string, string>;

const idOf = ({ row }: Image): string => String(row.id);

const rowsBy = async (
  { table, column }: { table: string; column: string },
  roots: Rooted,
  tables: Tables,
  db: Database,
): Promise<Image[]> => {
  const type = tables.columns.get(table)?.get(column);
  if (!type || roots.size === 0) return [];
  const found = await db.rows<{ at: string; row: Image['row'] }>(
    sql`select t.${id(column)}::text as at, to_jsonb(t) as row from ${id(table)} t where t.${id(column)} = any(${valuesOf(type, [...roots.keys()])})`,
  );
  return found.map(({ at, row }) => ({ root: roots.get(at) ?? at, table, row }));
};

const labelsOf = async (resource: Resource, ids: readonly string[], db: Database): Promise<Image[]> => {
  const found = await storedLabelBindings(resource.base.key, ids, db);
  return found.map(({ at, row }) => ({ root: at, table: labelBindingTable, row }));
};

const own = (ids: readonly string[]): Rooted => new Map(ids.map((rowId) => [rowId, rowId]));

/**
 * Rows about to be deleted, everything that goes with them, and the references that will be emptied;
 * undefined when there are more than `most` rows.
 */
export const imagesOfDeletion = async (
  resource: Resource,
  ids: readonly string[],
  most: number,
  ctx: Context,
): Promise<{ images: Image[]; emptied: Emptied[] } | undefined> => {
  const tables = await tablesOf(ctx.db);
  const images = new Map<string, Image>();
  const emptied: Emptied[] = [];
  const take = (found: readonly Image[]): Image[] => {
    const fresh = found.filter((image) => !images.has(`${image.table} ${idOf(image)}`));
    for (const image of fresh) images.set(`${image.table} ${idOf(image)}`, image);
    return fresh;
  };
  const goesWith = async (key: ForeignKey, roots: Rooted): Promise<Image[]> => {
    const found = await rowsBy(key, roots, tables, ctx.db);
    if (key.onDelete === 'cascade') return take(found);
    if (key.onDelete === 'set null')
      emptied.push(
        ...found.map(({ root, table, row }) => ({
          root,
          table,
          column: key.column,
          id: String(row.id),
          value: String(row[key.column]),
        })),
      );
    return [];
  };
  const mine = { table: resource.table, column: 'id' };
  let level = take(await rowsBy(mine, own(ids), tables, ctx.db));
  take(await labelsOf(resource, ids, ctx.db));
  while (level.length > 0) {
    const next: Image[] = [];
    for (const [table, of] of Map.groupBy(level, (image) => image.table))
      for (const key of tables.keys.filter(({ target }) => target === table))
        next.push(...(await goesWith(key, new Map(of.map((image) => [idOf(image), image.root])))));
    if (images.size + emptied.length > most) return undefined;
    level = next;
  }
  return { images: [...images.values()], emptied };
};

/** Rows as they are now, with their relations and labels. */
export const imagesOfRows = async (
  resource: Resource,
  ids: readonly string[],
  ctx: Context,
): Promise<Image[]> => {
  const tables = await tablesOf(ctx.db);
  const ofResources = new Set([...ctx.engine.resources.values()].map(({ table }) => table));
  const joins = tables.keys.filter(
    ({ table, target }) => target === resource.table && !ofResources.has(table),
  );
  const images = await rowsBy({ table: resource.table, column: 'id' }, own(ids), tables, ctx.db);
  for (const key of joins) images.push(...(await rowsBy(key, own(ids), tables, ctx.db)));
  return [...images, ...(await labelsOf(resource, ids, ctx.db))];
};
