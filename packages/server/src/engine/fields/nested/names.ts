import type { NestedField } from '@gatehouse/contract/resource/fields.ts';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { anyOf, texts } from '../../../platform/database.ts';

/** An entry of an index holds 2,700 bytes at most, with the order of the list beside the names. */
const mostBytes = 1000;

/** The names sent with a filter for lists of named objects, such as `ssh,rdp`. */
const namesOf = (raw: string): string[] =>
  raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Condition for lists of objects that have one of the names in `raw`. */
export const named = (raw: string, column: SQLWrapper): SQL =>
  anyOf(namesOf(raw).map((name) => sql`${column} @> ${JSON.stringify([{ name }])}::jsonb`));

/** The names in a list of named objects, in its order; null when they are too long for an index. */
export const namesIn = (column: SQLWrapper, field: NestedField): SQL | undefined => {
  if (!field.many || field.fields.name?.kind !== 'text') return undefined;
  const names = sql`jsonb_path_query_array(${column}, '$[*].name')`;
  return sql`(case when octet_length(${names}::text) <= ${sql.raw(String(mostBytes))} then ${names} end)`;
};

/** Whether names as `namesIn` finds them include one of those in `raw`. */
export const holdName = (names: SQLWrapper, raw: string): SQL => sql`${names} ?| ${texts(namesOf(raw))}`;
