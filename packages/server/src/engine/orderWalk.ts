import { type SQL, sql } from 'drizzle-orm';
import { allOf } from '../platform/database.ts';
import type { Context } from './context.ts';
import { inOrganization } from './organizationScope.ts';
import type { Resource } from './resource.ts';
import type { SortTerm } from './sortTerms.ts';

/** Columns that the table's indexes start with, after the organization. */
const leading = ({ definition }: Resource): Set<string> => {
  const indexes = [...(definition.indexes ?? []), ...(definition.unique ?? []), definition.order ?? []];
  return new Set(indexes.flatMap(([first]) => (first === undefined ? [] : [first.replace(/^-/, '')])));
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
