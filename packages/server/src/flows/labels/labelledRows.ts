import { AppError } from '@gatehouse/contract/errors.ts';
import type { label as labelDefinition } from '@gatehouse/contract/resources/labels/label.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { existing } from '../../engine/fields/related.ts';
import { scopeOf } from '../../engine/query.ts';
import { nameOf, type Resource, type Row } from '../../engine/resource.ts';
import { containing, id, texts } from '../../platform/database.ts';
import { labelledType, labelledTypes } from '../../resources/labels/labeledresource/labelledTypes.ts';

/** A row a label can be bound to. */
export type Bindable = { id: string | number; name: string };

const asBindable = (resource: Resource, row: Row): Bindable => ({
  id: resource.idKind === 'integer' ? Number(row.id) : row.id,
  name: nameOf(resource, row),
});

/** Resource of a type named in a path by number or key; 404 when unknown. */
export const typeOf = (given: string, ctx: Context): Resource => {
  const key = labelledType(given);
  if (!key) throw new AppError('object_does_not_exist');
  return ctx.engine.resource(key);
};

const searched = (resource: Resource, term: string | null): SQL => {
  if (!term) return sql`true`;
  const column = labelledTypes.find(({ key }) => key === resource.key)?.label ?? 'name';
  return sql`t.${id(column)} ilike ${containing(term)}`;
};

const rowsWhere = async (resource: Resource, where: SQL, page: SQL, ctx: Context): Promise<Bindable[]> => {
  const rows = await ctx.db.rows<Row>(
    sql`select t.* from ${id(resource.table)} t where ${await scopeOf(resource, ctx)} and ${where}
      order by t.${id(resource.definition.label)}, t.id ${page}`,
  );
  return rows.map((row) => asBindable(resource, row));
};

const whole = (value: string | null, fallback: number): number =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) : fallback;

/** Rows of a type that a label could be bound to, a page at a time. */
export const bindableRows = (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<Bindable[]> => {
  const limit = Math.min(whole(query.get('limit'), 100) || 100, 10_000);
  const page = sql`limit ${limit} offset ${whole(query.get('offset'), 0)}`;
  return rowsWhere(resource, searched(resource, query.get('search')), page, ctx);
};

/** Most rows one answer lists. */
const mostRows = 10_000;

/** Rows of a type with a label, or with `bound=0` those without it. */
export const rowsOfLabel = (
  label: Row<typeof labelDefinition>,
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<Bindable[]> => {
  const bound = sql`t.id::text in (select r.res_id from labels_labeledresource r where r.label = ${label.id} and r.res_type = ${resource.key})`;
  const asked = query.get('bound') === '0' ? sql`not ${bound}` : bound;
  return rowsWhere(
    resource,
    sql`${asked} and ${searched(resource, query.get('search'))}`,
    sql`limit ${mostRows}`,
    ctx,
  );
};

const refuseData = (ctx: Context): never => {
  throw new AppError(
    'error',
    {},
    { messageKey: 'invalid_data', extra: { code: 'invalid_data', detail: ctx.t('errors.invalid_data') } },
  );
};

/** Binds a label to exactly the given rows of one type; returns their number. */
export const bindRows = async (
  label: Row<typeof labelDefinition>,
  resource: Resource,
  given: string[] | undefined,
  ctx: Context,
): Promise<{ total: number }> => {
  if (!given || given.length > mostRows) return refuseData(ctx);
  const ids = [...new Set(given.map((one) => one.toLowerCase()))];
  const known = await existing(ids, resource.key, ctx);
  if (ids.some((one) => !known.has(one))) return refuseData(ctx);
  await ctx.db.rows(sql`delete from labels_labeledresource
    where label = ${label.id} and res_type = ${resource.key} and not res_id = any(${texts(ids)})`);
  await ctx.db.rows(sql`insert into labels_labeledresource (label, res_type, res_id, org_id, date_created, date_updated)
    select ${label.id}::uuid, ${resource.key}, r, ${label.org_id}::uuid, now(), now() from unnest(${texts(ids)}) as r on conflict do nothing`);
  return { total: ids.length };
};
