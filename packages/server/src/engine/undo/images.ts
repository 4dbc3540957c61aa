import { sql } from 'drizzle-orm';
import { type Database, id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { labelBindingTable, storedLabelBindings } from '../fields/labels/relations.ts';
import type { Resource } from '../resource.ts';
import { type Tables, tablesOf, valuesOf } from './foreignKeys.ts';

/** A stored row as it was; `root` is the id of the row that was acted on. Secrets stay sealed in it. */
export type Image = { root: string; table: string; row: { [column: string]: unknown } };

/** A reference that the deletion of its target emptied. */
export type Emptied = { root: string; table: string; column: string; id: string; value: string };

type Rooted = ReadonlyMap<string, string>;

const idOf = ({ row }: Image): string => String(row.id);

/** Maximum number of rows, with all that depends on them; a larger change cannot be undone. */
export const mostImages = 5000;

/** Rows of a table whose column has one of the values; with `most`, no more than one above that. */
const rowsBy = async (
  { table, column }: { table: string; column: string },
  roots: Rooted,
  { tables, db, most }: { tables: Tables; db: Database; most?: number },
): Promise<Image[]> => {
  const type = tables.columns.get(table)?.get(column);
  if (!type || roots.size === 0) return [];
  const found = await db.rows<{ at: string; row: Image['row'] }>(
    sql`select t.${id(column)}::text as at, to_jsonb(t) as row from ${id(table)} t where t.${id(column)} = any(${valuesOf(type, [...roots.keys()])}) ${most === undefined ? sql`` : sql`limit ${most + 1}`}`,
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
 * undefined when there are more than `most` of these.
 */
export const imagesOfDeletion = async (
  resource: Resource,
  ids: readonly string[],
  most: number,
  ctx: Context,
): Promise<{ images: Image[]; emptied: Emptied[] } | undefined> => {
  const tables = await tablesOf(ctx.db);
  const within = { tables, db: ctx.db, most };
  const images = new Map<string, Image>();
  const emptied: Emptied[] = [];
  const take = (found: readonly Image[]): Image[] => {
    const fresh = found.filter((image) => !images.has(`${image.table} ${idOf(image)}`));
    for (const image of fresh) images.set(`${image.table} ${idOf(image)}`, image);
    return fresh;
  };
  const empty = (found: readonly Image[], column: string) =>
    emptied.push(
      ...found.map(({ root, table, row }) => ({
        root,
        table,
        column,
        id: String(row.id),
        value: String(row[column]),
      })),
    );
  let level = take(await rowsBy({ table: resource.table, column: 'id' }, own(ids), within));
  take(await labelsOf(resource, ids, ctx.db));
  while (level.length > 0) {
    const next: Image[] = [];
    for (const [table, of] of Map.groupBy(level, (image) => image.table)) {
      const roots = new Map(of.map((image) => [idOf(image), image.root]));
      for (const key of tables.keys.filter(({ target }) => target === table)) {
        if (key.onDelete === 'refuse') continue;
        const found = await rowsBy(key, roots, within);
        if (key.onDelete === 'cascade') next.push(...take(found));
        else empty(found, key.column);
        if (found.length > most || images.size + emptied.length > most) return undefined;
      }
    }
    level = next;
  }
  return images.size > most ? undefined : { images: [...images.values()], emptied };
};

/** Rows as they are now, with their relations and labels; undefined when there are more than `most` of these. */
export const imagesOfRows = async (
  resource: Resource,
  ids: readonly string[],
  ctx: Context,
  most?: number,
): Promise<Image[] | undefined> => {
  const tables = await tablesOf(ctx.db);
  const within = { tables, db: ctx.db, ...(most !== undefined && { most }) };
  const ofResources = new Set([...ctx.engine.resources.values()].map(({ table }) => table));
  const joins = tables.keys.filter(
    ({ table, target }) => target === resource.table && !ofResources.has(table),
  );
  const images = await rowsBy({ table: resource.table, column: 'id' }, own(ids), within);
  for (const key of joins) {
    images.push(...(await rowsBy(key, own(ids), within)));
    if (most !== undefined && images.length > most) return undefined;
  }
  images.push(...(await labelsOf(resource, ids, ctx.db)));
  return most !== undefined && images.length > most ? undefined : images;
};
