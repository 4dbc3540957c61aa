import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { allOf, id } from '../platform/database.ts';
import type { Context } from './context.ts';
import { kindOf, neverNull } from './fields/registry.ts';
import { inOrganization } from './organizationScope.ts';
import type { Resource } from './resource.ts';
import { orderSql, type SortTerm } from './sortTerms.ts';

const firstOf = ([first]: readonly string[]): string => first?.replace(/^-/, '') ?? '';

/** Whether a column is sorted by something else than its plain values, as names are. */
export const hasOwnOrder = ({ fields }: Resource, name: string): boolean => {
  const field = fields[name];
  return field !== undefined && kindOf(field).sortedBy?.(sql`t`, field) !== undefined;
};

/**
 * Columns of the indexes that exist to sort by: the default order, unless a unique index yields it, and each
 * searched column with an index whose order is not its own.
 */
export const sortIndexes = (base: Resource): { order?: readonly string[]; columns: string[] } => {
  const { order, unique = [], indexes = [] } = base.definition;
  const isYielded = (first: string) =>
    !hasOwnOrder(base, first) && unique.some((names) => firstOf(names) === first);
  return {
    ...(order && !isYielded(firstOf(order)) && { order }),
    columns: indexes
      .filter((names) => names.length === 1)
      .map(firstOf)
      .filter((name) => hasOwnOrder(base, name) && base.fields[name]?.search === 'contains'),
  };
};

/** Columns that lists can be sorted by with an index that starts with them, after the organization. */
const leading = (base: Resource): Set<string> => {
  const { definition } = base;
  const own = sortIndexes(base);
  const plain = [...(definition.indexes ?? []), ...(definition.unique ?? [])].map(firstOf);
  return new Set([
    ...plain.filter((name) => !hasOwnOrder(base, name)),
    ...(own.order ? [firstOf(own.order)] : []),
    ...own.columns,
  ]);
};

/**
 * How an index yields the rows of a narrowed list in its order: by `value`, those of a column; in `groups`, those
 * of each group that `hold` what is sought, `walked` without the filter. `by` and `walked` are over alias `t`.
 */
export type Yield = 'value' | { by: SQL; hold: (group: SQLWrapper) => SQL; walked: SQL };

/**
 * How an index yields the rows of a narrowed list in its order: the default one, narrowed by one column that the
 * definition names for it. Undefined when none does.
 */
export const yieldOf = (
  resource: Resource,
  sort: readonly SortTerm[],
  query: URLSearchParams,
  narrowing: ReadonlySet<string>,
  walked: SQL | undefined,
): Yield | undefined => {
  const { base } = resource;
  const { order = [], orderedWithin = [] } = base.definition;
  const [name = ''] = narrowing;
  const isDefault = sort[0]?.name !== undefined && sort[0].name === firstOf(order);
  if (!walked || !isDefault || narrowing.size !== 1 || !orderedWithin.includes(name)) return undefined;
  const field = base.fields[name];
  const groups = field && kindOf(field).groups;
  const by = groups?.by(sql`t.${id(name)}`, field as FieldSpec);
  if (!groups || !by) return 'value';
  // Of a variant, and of what callers see only in part, few rows of a group may be shown.
  const isWhole = resource === base && !resource.behaviour.visibleTo;
  return isWhole ? { by, hold: (group) => groups.hold(group, query.get(name) ?? ''), walked } : undefined;
};

/**
 * Condition over alias `t` for the rows that an index yields in a given order: those of the organization, and
 * of the requested range when the order is by its column. Undefined when no index serves the order.
 */
export const walkedRows = (
  resource: Resource,
  sort: readonly SortTerm[],
  range: { column: string | undefined; condition: SQL },
  ctx: Context,
): SQL | undefined => {
  const first = sort[0]?.name;
  const { base } = resource;
  if (first === undefined || !leading(base).has(first) || (base.orgScoped && ctx.org.isRoot))
    return undefined;
  return allOf([
    base.orgScoped ? inOrganization(sql`t.org_id`, ctx) : undefined,
    range.column === first ? range.condition : undefined,
  ]);
};

/** How an index yields rows by their time. */
export type Newest = {
  column: string;
  /** The order over alias `t` by which the newest come first. */
  order: SQL;
  /** Which rows it yields: those of the list, or those of each organization if the list shows several. */
  of: 'list' | 'organization';
};

/** Whether a list shows all rows of its organizations, or all of a period. */
const isWhole = async (resource: Resource, narrowing: ReadonlySet<string>, ctx: Context): Promise<boolean> =>
  resource === resource.base &&
  [...narrowing].every((name) => name === 'date_from' || name === 'date_to') &&
  (await resource.behaviour.visibleTo?.(ctx)) === undefined;

/**
 * How an index yields the rows of a list, newest first. Undefined if none does, or if the list is narrowed by anything
 * but time.
 */
export const newestFirst = async (
  resource: Resource,
  column: string | undefined,
  narrowing: ReadonlySet<string>,
  ctx: Context,
): Promise<Newest | undefined> => {
  const field = resource.fields[column ?? ''];
  if (!column || !field || !leading(resource.base).has(column)) return undefined;
  if (!(await isWhole(resource, narrowing, ctx))) return undefined;
  const term = { name: column, by: sql`t.${id(column)}`, isDown: true, filled: neverNull(field) };
  const isMixed = resource.orgScoped && ctx.org.isRoot;
  return { column, order: orderSql([term]), of: isMixed ? 'organization' : 'list' };
};
