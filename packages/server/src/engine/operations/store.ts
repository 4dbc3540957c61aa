import { AppError, type FieldErrors, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { sql } from 'drizzle-orm';
import {
  brokeReference,
  databaseError,
  gaveWay,
  id,
  list,
  missingReference,
} from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { hasColumn, kindOf } from '../fields/registry.ts';
import { idArray } from '../fields/related.ts';
import { type Resource, type Row, tableFields, type Values } from '../resource.ts';

/** Maximum number of rows inserted by one statement. */
const chunk = 500;

/** Column types for `jsonb_to_recordset`, from the catalogue. */
const columnTypes = async (resource: Resource, ctx: Context): Promise<Map<string, string>> => {
  const cache = columnTypeCache.get(resource.table);
  if (cache) return cache;
  const rows = await ctx.db.rows<{
    name: string;
    type: string;
  }>(sql`select attname as name, format_type(atttypid, atttypmod) as type
    from pg_attribute where attrelid = ${resource.table}::regclass and attnum > 0 and not attisdropped`);
  const types = new Map(rows.map((row) => [row.name, row.type]));
  columnTypeCache.set(resource.table, types);
  return types;
};
const columnTypeCache = new Map<string, Map<string, string>>();

/** Names of those values that have a column in the resource's table. */
const columnsAmong = (resource: Resource, ctx: Context, values: Values): string[] => {
  const fields = tableFields(resource.base, ctx.engine.resources.values());
  return Object.keys(values).filter(
    (name) =>
      values[name] !== undefined &&
      (name === 'id' || name === 'org_id' || (fields[name] !== undefined && hasColumn(fields[name]))),
  );
};

/** Columns for author and time, for resources that record them. */
export const stamps = (resource: Resource, ctx: Context, created: boolean): Values => {
  const now = new Date().toISOString();
  const who = ctx.actor.id ? ctx.actor.name.slice(0, 128) : 'System';
  const all: Values = {
    updated_by: who,
    date_updated: now,
    ...(created && { created_by: who, date_created: now }),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in resource.fields));
};

/** Inserts rows and returns them as stored, in order. */
export const insertRows = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  rows: Values<D>[],
  ctx: Context,
): Promise<Row<D>[]> => {
  if (resource.orgScoped && !resource.base.definition.letsOrganizationGo)
    await ctx.engine.holdOrganizations(
      rows.map((row) => String(row.org_id)),
      ctx.db,
    );
  const types = await columnTypes(resource, ctx);
  const stored: Row<D>[] = [];
  for (let start = 0; start < rows.length; start += chunk) {
    const part = rows.slice(start, start + chunk);
    const names = [...new Set(part.flatMap((row) => columnsAmong(resource, ctx, row)))];
    const columns = list(names.map((name) => id(name)));
    const declared = sql.join(
      names.map((name) => sql`${id(name)} ${sql.raw(types.get(name) ?? 'text')}`),
      sql`, `,
    );
    const inserted = await guardDatabase(
      resource,
      ctx.db.rows<Row<D>>(sql`insert into ${id(resource.table)} (${columns})
      select ${columns} from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r(${declared}) returning *`),
    );
    const byId = new Map(inserted.map((row) => [String(row.id), row]));
    stored.push(...part.map((row, index) => byId.get(String(row.id)) ?? (inserted[index] as Row<D>)));
  }
  return stored;
};

/** Updates columns of a row and returns it as stored. */
export const updateRow = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  rowId: string,
  values: Values<D>,
  ctx: Context,
): Promise<Row<D>> => {
  const types = await columnTypes(resource, ctx);
  const names = columnsAmong(resource, ctx, values).filter((name) => name !== 'id');
  if (names.length === 0) return (await lockRows(resource, [rowId], ctx))[0] as Row<D>;
  const declared = sql.join(
    names.map((name) => sql`${id(name)} ${sql.raw(types.get(name) ?? 'text')}`),
    sql`, `,
  );
  const assignments = list(names.map((name) => sql`${id(name)} = r.${id(name)}`));
  const rows = await guardDatabase(
    resource,
    ctx.db.rows<Row<D>>(sql`update ${id(resource.table)} t set ${assignments}
    from jsonb_to_recordset(${JSON.stringify([values])}::jsonb) as r(${declared}) where t.id = ${rowId} returning t.*`),
  );
  // A row that was not locked before may have been deleted meanwhile.
  if (!rows[0]) throw new AppError('conflict');
  return rows[0];
};

/** Reads rows for a change and locks them in the order of their ids. */
export const lockRows = <D extends ResourceDefinition>(
  resource: Resource<D>,
  ids: string[],
  ctx: Context,
): Promise<Row<D>[]> =>
  ctx.db.rows<Row<D>>(
    sql`select t.* from ${id(resource.table)} t where t.id = any(${idArray(resource, ids)}) order by t.id for update`,
  );

/** Stores values outside the table: relations and labels. */
export const saveLinks = async (
  resource: Resource,
  written: { row: Row; values: Values }[],
  ctx: Context,
): Promise<void> => {
  for (const [name, field] of Object.entries(resource.fields)) {
    const save = kindOf(field).save;
    if (!save || field.virtual) continue;
    const rows = written
      .filter(({ values }) => values[name] !== undefined)
      .map(({ row, values }) => ({
        id: String(row.id),
        value: values[name],
        org: row.org_id as string | undefined,
      }));
    if (rows.length) await save(rows, { name, field, resource, ctx });
  }
};

/**
 * Messages, by index of the row, for unique values taken by other rows (or by earlier rows of the same
 * request).
 */
export const uniqueClashes = async (
  resource: Resource,
  rows: { values: Values; before: Row | undefined }[],
  ctx: Context,
): Promise<Map<number, FieldErrors>> => {
  const clashes = new Map<number, FieldErrors>();
  for (const names of resource.definition.unique ?? []) {
    if (!names.every((name) => resource.fields[name] && hasColumn(resource.fields[name]))) continue;
    const keyed = rows
      .map(({ values, before }, index) => {
        const full = { ...before, ...values };
        const key = names.map((name) => full[name] ?? null);
        return {
          index,
          id: before?.id ?? null,
          org: full.org_id ?? ctx.org.id,
          key,
          complete: key.every((part) => part !== null),
          touched: !before || names.some((name) => name in values),
        };
      })
      .filter((entry) => entry.complete && entry.touched);
    if (!keyed.length) continue;
    const seen = new Set<string>();
    const doubled = keyed.filter((entry) => {
      const text = JSON.stringify([entry.org, entry.key]);
      return seen.has(text) || !seen.add(text);
    });
    const match = names.map((name, at) => sql`t.${id(name)}::text = p.key ->> ${at}::int`);
    const taken = await ctx.db.rows<{
      index: number;
    }>(sql`select p.index from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as p(index int, id text, org text, key jsonb)
      where exists (select 1 from ${id(resource.table)} t where ${sql.join(match, sql` and `)}
        ${resource.orgScoped ? sql`and t.org_id::text = p.org` : sql``} and t.id::text is distinct from p.id)`);
    for (const index of new Set([...taken.map((row) => row.index), ...doubled.map((entry) => entry.index)]))
      clashes.set(index, {
        ...clashes.get(index),
        [names[names.length - 1] === 'org'
          ? (names[0] as string)
          : (names.find((name) => name !== 'asset') ?? (names[0] as string))]: [{ key: 'unique' }],
      });
  }
  return clashes;
};

/** Translates database errors into messages for the sender; driver texts are never sent. */
export const guardDatabase = async <T>(resource: Resource, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = databaseError(error);
    if (code === '23505') {
      const names = resource.definition.unique?.find((set) => constraint?.includes(`_${set.join('_')}_uq`));
      throw new ValidationError({
        [names?.[0] ?? (constraint?.endsWith('_pkey') ? 'id' : 'non_field_errors')]: [{ key: 'unique' }],
      });
    }
    const missing = missingReference(error);
    if (missing) throw fieldError(missing.column, 'does_not_exist', { pk: missing.value });
    if (brokeReference(error)) throw new AppError('referenced_by_others');
    // SQLSTATE class 22: a value that passed every check but does not fit the column; the sender's mistake,
    // not ours.
    if (code?.startsWith('22')) throw new AppError('invalid');
    if (gaveWay(error)) throw new AppError('conflict');
    throw error;
  }
};
