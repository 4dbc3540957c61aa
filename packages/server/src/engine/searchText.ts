import { type SQL, sql } from 'drizzle-orm';
import { id, likeLiteral } from '../platform/database.ts';
import { hasColumn, kindOf } from './fields/registry.ts';
import { hasOwnOrder } from './orderWalk.ts';
import type { Resource } from './resource.ts';
import type { SortTerm } from './sortTerms.ts';

/** Generated column with all searched texts joined, in lower case. */
export const searchColumn = 'search_text';

/**
 * Names of a table's text fields that are searched by substring. A trigram index over their joined text is
 * faster than one index each, and `like` over lower case takes half the time of `ilike`
 * (docs/decisions/0032).
 */
export const searchedTogether = (base: Resource): string[] =>
  Object.entries(base.fields)
    .filter(([, field]) => kindOf(field).searchedTogether && field.search === 'contains' && hasColumn(field))
    .map(([name]) => name);

/** Expression of the generated column. A line feed keeps a term from matching across two fields. */
export const searchExpression = (names: readonly string[]) =>
  sql.raw(names.map((name) => `lower(coalesce("${name}", ''))`).join(' || chr(10) || '));

/** The terms of a search; all must be found. */
export const termsOf = (raw: string): string[] =>
  raw
    .split(/[,\s]+/)
    .filter((term) => term !== '')
    .slice(0, 20);

/**
 * Rows that a search shows first, over alias `t`: those that `start` with what is sought. An index in the order
 * of the list yields them, and few others, between two names.
 */
export type Front = { start: SQL; between: SQL; walked: SQL | undefined };

/**
 * Terms that sort before whatever they start. Others may not: digits count as numbers, which the next digit
 * changes, and some letters of some languages combine with the next.
 */
const plainTerm = /^[a-z]([a-z0-9._-]*[a-z._-])?$/i;

/**
 * What a search shows first: the rows whose name starts with its first term, unless an order was asked for or
 * the list is not ordered by names.
 */
export const frontOf = (
  resource: Resource,
  query: URLSearchParams,
  sort: readonly SortTerm[],
): Omit<Front, 'walked'> | undefined => {
  const [term] = termsOf(query.get('search') ?? '');
  const [first] = sort;
  const [leading] = searchedTogether(resource.base);
  if (term === undefined || !plainTerm.test(term) || query.get('order') || query.has('_rel'))
    return undefined;
  if (!first?.filled || first.isDown || leading === undefined || first.name !== leading) return undefined;
  if (!hasOwnOrder(resource.base, leading)) return undefined;
  // In small letters: those sort before the same in capitals.
  const low = term.toLowerCase();
  return {
    // Kept from the planner: it takes what the start of a text matches for another condition than that the text
    // is found, expects hundreds of times too few rows, and sorts them all.
    start: sql`coalesce(t.${id(searchColumn)} like ${`${likeLiteral(low)}%`}, false)`,
    between: sql`${first.by} >= ${low} and ${first.by} < ${`${low}\uffff`}`,
  };
};
