import { sql } from 'drizzle-orm';
import { hasColumn, kindOf } from './fields/registry.ts';
import type { Resource } from './resource.ts';

/** Generated column in which texts that are searched together stand below each other, in lower case. */
export const searchColumn = 'search_text';

/**
 * Names of the text fields of a table that are searched for a part of them, when there are several: one trigram index
 * over their joint text answers a term faster than one index each, and stays usable for terms of two letters.
 */
export const searchedTogether = (base: Resource): string[] => {
  const names = Object.entries(base.fields)
    .filter(([, field]) => kindOf(field).searchedTogether && field.search === 'contains' && hasColumn(field))
    .map(([name]) => name);
  return names.length > 1 ? names : [];
};

/** Expression of the generated column. A line feed keeps a term from matching across two fields. */
export const searchExpression = (names: readonly string[]) =>
  sql.raw(names.map((name) => `lower(coalesce("${name}", ''))`).join(' || chr(10) || '));
