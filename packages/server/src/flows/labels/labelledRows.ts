import { AppError } from '@gatehouse/contract/errors.ts';
import type { label as labelDefinition } from '@gatehouse/contract/resources/labels/label.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { bindLabel } from '../../engine/fields/labels/labels.ts';
import { allLabelBindings } from '../../engine/fields/labels/relations.ts';
import { existing } from '../../engine/fields/related.ts';
import { countRows } from '../../engine/operations/count.ts';
import { type ListResult, selectRows } from '../../engine/operations/read.ts';
import { scopeOf } from '../../engine/query.ts';
import { nameOf, type Resource, type Row } from '../../engine/resource.ts';
import { allOf, containing } from '../../platform/database.ts';
import { labelledType } from '../../resources/labels/labeledresource/labelledTypes.ts';

/** A row a label can be bound to. */
export type Bindable = { id: string | number; name: string };

const asBindable = (resource: Resource, row: Row): Bindable => ({
  id: resource.idKind === 'integer' ? Number(row.id) : row.id,
  name: nameOf(resource, row),
});

/** Resource of a type named in a path by number or key; 404 when unknown. */
export const typeOf = (numberOrKey: string, ctx: Context): Resource => {
  const key = labelledType(numberOrKey);
  if (!key) throw new AppError('object_does_not_exist');
  return ctx.engine.resource(key);
};

const searched = (term: string | null): SQL => (term ? sql`t.name ilike ${containing(term)}` : sql`true`);

const rowsWhere = async (
  resource: Resource,
  where: SQL,
  page: { limit: number; offset: number },
  ctx: Context,
): Promise<Bindable[]> => {
  const listQuery = {
    where: allOf([await scopeOf(resource, ctx), where]),
    order: sql`t.name, t.id`,
    ...page,
  };
  return (await selectRows(resource, listQuery, ctx)).map((row) => asBindable(resource, row));
};

const whole = (value: string | null, fallback: number): number =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) : fallback;

/** Rows of a type that a label could be bound to, a page at a time. */
export const bindableRows = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<ListResult<Bindable>> => {
  const limit = Math.min(whole(query.get('limit'), 100) || 100, 10_000);
  const page = { limit, offset: whole(query.get('offset'), 0) };
  const where = searched(query.get('search'));
  const all = allOf([await scopeOf(resource, ctx), where]);
  const [rows, count] = [await rowsWhere(resource, where, page, ctx), await countRows(resource, all, ctx)];
  return { rows, count, ...page };
};

/** Maximum number of rows in one answer, and of rows bound by one call. */
const mostRows = 10_000;

/** Rows of a type with a label, or with `bound=0` those without it. */
export const rowsOfLabel = (
  label: Row<typeof labelDefinition>,
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<Bindable[]> => {
  const bound = sql`t.id::text in (select r.res_id from ${allLabelBindings} r where r.label = ${label.id} and r.res_type = ${resource.key})`;
  const condition = query.get('bound') === '0' ? sql`not ${bound}` : bound;
  const where = sql`${condition} and ${searched(query.get('search'))}`;
  return rowsWhere(resource, where, { limit: mostRows, offset: 0 }, ctx);
};

const refuseData = (ctx: Context): never => {
  throw new AppError(
    'error',
    {},
    { messageKey: 'invalid_data', extra: { code: 'invalid_data', detail: ctx.t('errors.invalid_data') } },
  );
};

/** Binds a label to exactly the rows of one type that were sent; returns their number. */
export const bindRows = async (
  label: Row<typeof labelDefinition>,
  resource: Resource,
  sent: string[] | undefined,
  ctx: Context,
): Promise<{ total: number }> => {
  if (!sent || sent.length > mostRows) return refuseData(ctx);
  const ids = [...new Set(sent.map((value) => value.toLowerCase()))];
  const known = await existing(ids, resource.key, ctx);
  if (ids.some((id) => !known.has(id))) return refuseData(ctx);
  await bindLabel(label, resource.key, ids, ctx);
  return { total: ids.length };
};
