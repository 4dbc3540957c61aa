import { sql } from 'drizzle-orm';
import { hasColumn, kindOf } from './fields/registry.ts';
import type { Resource } from './resource.ts';

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
