import { type SQL, sql } from 'drizzle-orm';
import { id } from '../platform/database.ts';
import { hasColumn, kindOf, neverNull } from './fields/registry.ts';
import type { Resource } from './resource.ts';

/**
 * One part of an order. `name` is set when it sorts by a column. Without `filled`, its value may be null,
 * which sorts as the smallest.
 */
export type SortTerm = { by: SQL; isDown: boolean; filled: boolean; name?: string };

/** A term's direction in `order by`. */
export const directionOf = ({ isDown, filled }: Pick<SortTerm, 'isDown' | 'filled'>): SQL => {
  if (filled) return isDown ? sql`desc` : sql`asc`;
  return isDown ? sql`desc nulls last` : sql`asc nulls first`;
};

/** The requested order, else the resource's own; ends with the id. */
export const sortOf = (resource: Resource, query: URLSearchParams): SortTerm[] => {
  const make = (term: string): SortTerm[] => {
    const name = term.replace(/^-/, '');
    const isDown = term.startsWith('-');
    const field = resource.fields[name];
    const own = resource.behaviour.orders?.[name];
    const orderable =
      name === 'id' ||
      (field &&
        field.order !== false &&
        hasColumn(field) &&
        !field.hidden &&
        kindOf(field).orderable !== false);
    if (!own && !orderable) return [];
    const column = resource.base.fields[name];
    const filled = !own && (name === 'id' || (column !== undefined && neverNull(column)));
    if (own) return [{ by: own, isDown, filled }];
    const plain = sql`t.${id(name)}`;
    const by = (column && kindOf(column).sortedBy?.(plain, column)) ?? plain;
    return [{ by, isDown, filled, name }];
  };
  const requested = (query.get('order') ?? '')
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '');
  const fallback =
    resource.definition.order ??
    resource.base.definition.order ??
    ('name' in resource.fields ? ['name'] : []);
  const effective = requested.some((term) => make(term).length > 0) ? requested : fallback;
  // A repeated column has no effect, and PostgreSQL limits the number of terms.
  const names = [...Map.groupBy(effective, (term) => term.replace(/^-/, '')).values()].flatMap(
    ([term]) => term ?? [],
  );
  // Ties are broken by id, so that pages never overlap. The id follows the direction of the last term, so
  // that one index serves both.
  const isDown = names.findLast((term) => make(term).length > 0)?.startsWith('-') === true;
  return [...names.flatMap(make), { by: sql`t.id`, isDown, filled: true }];
};

/** The terms as an `order by` clause. */
export const orderSql = (sort: readonly SortTerm[]): SQL =>
  sql.join(
    sort.map((term) => sql`${term.by} ${directionOf(term)}`),
    sql`, `,
  );
