import { sql } from 'drizzle-orm';
import { hasColumn, kindOf } from './fields/registry.ts';
import type { Resource } from './resource.ts';

/** Generated column in which the texts a search looks into stand below each other, in lower case. */
export const searchColumn = 'search_text';

/**
 * Names of the text fields of a table that are searched for a part of them. One trigram index over their joint text
 * answers a term faster than one index each, `like` over lower case is half the work of `ilike` (docs/decisions/0032).
 */
export const searchedTogether = (base: Resource): string[] =>
  Object.entries(base.fields)
    .filter(([, field]) => kindOf(field).searchedTogether && field.search === 'contains' && hasColumn(field))
    .map(([name]) => name);

/** Expression of the generated column. A line feed keeps a term from matching across two fields. */
export const searchExpression = (names: readonly string[]) =>
  sql.raw(names.map((name) => `lower(coalesce("${name}", ''))`).join(' || chr(10) || '));
