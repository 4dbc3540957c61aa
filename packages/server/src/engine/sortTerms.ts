import { type SQL, sql } from 'drizzle-orm';
import { id } from '../platform/database.ts';
import { hasColumn, kindOf, neverNull } from './fields/registry.ts';
import type { Resource } from './resource.ts';

/** One part of an order; `name` is its column, when it is one. */
export type SortTerm = { by: SQL; direction: SQL; name?: string };

/** Order a query asks for, else the resource's own; ends with the id. */
export const sortOf = (resource: Resource, query: URLSearchParams): SortTerm[] => {
  const make = (term: string): SortTerm[] => {
    const name = term.replace(/^-/, '');
    const down = term.startsWith('-');
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
    const direction = filled
      ? down
        ? sql`desc`
        : sql`asc`
      : down
        ? sql`desc nulls last`
        : sql`asc nulls first`;
    return [own ? { by: own, direction } : { by: sql`t.${id(name)}`, direction, name }];
  };
  const asked = (query.get('order') ?? '')
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '');
  const fallback =
    resource.definition.order ??
    resource.base.definition.order ??
    ('name' in resource.fields ? ['name'] : []);
  const names = asked.some((term) => make(term).length > 0) ? asked : fallback;
  // Equal rows follow by id, so that pages never overlap; the same way round, so that one index serves it.
  const isDown = names.findLast((term) => make(term).length > 0)?.startsWith('-') === true;
  return [...names.flatMap(make), { by: sql`t.id`, direction: isDown ? sql`desc` : sql`asc` }];
};

/** The terms as `order by` has them. */
export const orderSql = (sort: SortTerm[]): SQL =>
  sql.join(
    sort.map(({ by, direction }) => sql`${by} ${direction}`),
    sql`, `,
  );
