import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Vault } from '../../platform/crypto/vault.ts';
import { type Database, databaseError, id, list } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { type Tables, tablesOf, valuesOf } from './foreignKeys.ts';
import type { Emptied, Image } from './images.ts';

/**
 * A wrapped key has 60 bytes, a cipher text at least 28, the reference to one 36 characters; names may look a
 * little like it.
 */
const sealed = /^g1\.[0-9a-f]{12}\.[\w-]{80}\.[\w-]{36,}$/;

const rewrapped = (value: string, vault: Vault): string => {
  try {
    return vault.rewrap(value);
  } catch {
    throw new AppError('undo_expired');
  }
};

/** A value with its secrets under the newest master key; refuses one whose key is gone. */
export const underNewestKey = (value: unknown, vault: Vault): unknown => {
  if (typeof value === 'string') return sealed.test(value) ? rewrapped(value, vault) : value;
  if (Array.isArray(value)) return value.map((part) => underNewestKey(part, vault));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, underNewestKey(part, vault)]));
};

const present = async (
  table: string,
  ids: readonly string[],
  tables: Tables,
  db: Database,
): Promise<Set<string>> => {
  const type = tables.columns.get(table)?.get('id');
  if (!type || ids.length === 0) return new Set();
  const rows = await db.rows<{ id: string }>(
    sql`select t.id::text as id from ${id(table)} t where t.id = any(${valuesOf(type, ids)}) for key share`,
  );
  return new Set(rows.map((row) => row.id));
};

/** Inserts rows as they were, with their ids. */
const insertImages = async (table: string, images: readonly Image[], ctx: Context): Promise<void> => {
  if (images.length === 0) return;
  const columns = [...((await tablesOf(ctx.db)).columns.get(table) ?? [])];
  const names = list(columns.map(([name]) => id(name)));
  const declared = list(columns.map(([name, type]) => sql`${id(name)} ${sql.raw(type)}`));
  const rows = images.map(({ row }) => underNewestKey(row, ctx.engine.vault));
  const insert = sql`insert into ${id(table)} (${names}) select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${declared})`;
  await ctx.db.rows(insert).catch((error: unknown) => {
    // A unique value was taken after it had been looked for.
    throw databaseError(error).code === '23505' ? new AppError('conflict', {}, { cause: error }) : error;
  });
};

/**
 * Rows that can still refer to what they referred to: a reference that would have been emptied meanwhile is
 * empty, and a row that would have gone with its target is left out.
 */
const stillFounded = async (table: string, images: readonly Image[], ctx: Context): Promise<Image[]> => {
  const tables = await tablesOf(ctx.db);
  let founded = [...images];
  for (const { column, target, onDelete } of tables.keys.filter((key) => key.table === table)) {
    const named = new Set(founded.flatMap(({ row }) => (row[column] === null ? [] : [String(row[column])])));
    const there = await present(target, [...named], tables, ctx.db);
    const beside = target === table ? new Set(founded.map(({ row }) => String(row.id))) : new Set<string>();
    founded = founded.flatMap((image) => {
      const value = image.row[column];
      if (value === null || there.has(String(value)) || beside.has(String(value))) return [image];
      return onDelete === 'set null' ? [{ ...image, row: { ...image.row, [column]: null } }] : [];
    });
  }
  return founded;
};

/** Tables in an order in which each follows those it refers to. */
const inOrder = (names: readonly string[], { keys }: Tables): string[] => {
  const ordered: string[] = [];
  const waits = (table: string) =>
    keys.some(
      (key) =>
        key.table === table &&
        key.target !== table &&
        names.includes(key.target) &&
        !ordered.includes(key.target),
    );
  while (ordered.length < names.length) {
    const rest = names.filter((name) => !ordered.includes(name));
    ordered.push(rest.find((name) => !waits(name)) ?? (rest[0] as string));
  }
  return ordered;
};

/** Inserts deleted rows and what went with them; returns the ids of those acted on that are back. */
export const insertDeleted = async (
  table: string,
  images: readonly Image[],
  ctx: Context,
): Promise<Set<string>> => {
  const tables = await tablesOf(ctx.db);
  const byTable = Map.groupBy(images, (image) => image.table);
  const roots = await stillFounded(table, byTable.get(table) ?? [], ctx);
  await insertImages(table, roots, ctx);
  const back = new Set(roots.filter(({ root, row }) => String(row.id) === root).map(({ root }) => root));
  for (const name of inOrder([...byTable.keys()], tables)) {
    if (name === table) continue;
    const of = (byTable.get(name) ?? []).filter(({ root }) => back.has(root));
    await insertImages(name, await stillFounded(name, of, ctx), ctx);
  }
  return back;
};

/** Fills references again that nobody has set meanwhile. */
export const refill = async (emptied: readonly Emptied[], ctx: Context): Promise<void> => {
  const tables = await tablesOf(ctx.db);
  for (const of of Map.groupBy(emptied, ({ table, column }) => `${table} ${column}`).values()) {
    const { table, column } = of[0] as Emptied;
    const types = tables.columns.get(table);
    const [own, far] = [types?.get('id'), types?.get(column)];
    if (!own || !far) continue;
    await ctx.db.rows(sql`update ${id(table)} t set ${id(column)} = r.value
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as r(id ${sql.raw(own)}, value ${sql.raw(far)})
      where t.id = r.id and t.${id(column)} is null`);
  }
};

/** The relations and labels that a change added, and those that it removed. */
export const changedLinks = (
  before: readonly Image[],
  after: readonly Image[],
): { added: Image[]; removed: Image[] } => {
  const keysOf = (images: readonly Image[]) => new Set(images.map(({ table, row }) => `${table} ${row.id}`));
  const [had, has] = [keysOf(before), keysOf(after)];
  return {
    added: after.filter(({ table, row }) => !had.has(`${table} ${row.id}`)),
    removed: before.filter(({ table, row }) => !has.has(`${table} ${row.id}`)),
  };
};

/** Makes the relations and labels of a row what they were. */
export const restoreLinks = async (
  before: readonly Image[],
  after: readonly Image[],
  ctx: Context,
): Promise<void> => {
  const tables = await tablesOf(ctx.db);
  const { added, removed } = changedLinks(before, after);
  for (const [table, of] of Map.groupBy(added, (image) => image.table)) {
    const type = tables.columns.get(table)?.get('id') ?? 'bigint';
    const ids = of.map(({ row }) => String(row.id));
    await ctx.db.rows(sql`delete from ${id(table)} t where t.id = any(${valuesOf(type, ids)})`);
  }
  for (const [table, of] of Map.groupBy(removed, (image) => image.table))
    await insertImages(table, await stillFounded(table, of, ctx), ctx);
};
