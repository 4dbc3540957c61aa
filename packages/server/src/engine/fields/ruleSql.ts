import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf, containing, likeLiteral, texts } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import type { AttributeRule } from '../resource.ts';

/** Values of a rule as strings; a single value becomes a list of one. */
export const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((entry) =>
    sentText(typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry),
  );

/**
 * Whether a pattern refers back to a part of itself (`\1`): the database tries all ways to divide a text for
 * such a pattern, which may take longer than anything else. All others it decides in one pass over the text.
 */
export const refersBack = (pattern: string): boolean => /\\[1-9]/.test(pattern.replaceAll('\\\\', ''));

/** Whether the database accepts a pattern; an invalid one matches nothing. */
const isPattern = async (pattern: string, ctx: Context): Promise<boolean> => {
  if (refersBack(pattern)) return false;
  try {
    await ctx.db.transaction((db) => db.rows(sql`select '' ~ ${pattern}`));
    return true;
  } catch {
    return false;
  }
};

const entryCondition = (column: SQL, entry: string): SQL => {
  if (entry === '*') return sql`true`;
  const range = /^([0-9a-f:.]+)-([0-9a-f:.]+)$/i.exec(entry);
  if (range)
    return sql`inet_or_null(${column}) between inet_or_null(${range[1]}) and inet_or_null(${range[2]})`;
  if (entry.includes('/')) return sql`inet_or_null(${column}) <<= inet_or_null(${entry})`;
  return sql`starts_with(${column}, ${entry})`;
};

const comparisons: ReadonlyMap<string, SQL> = new Map([
  ['gte', sql`>=`],
  ['lte', sql`<=`],
  ['gt', sql`>`],
  ['lt', sql`<`],
]);

/** Condition of a rule on a text column. */
export const textRule = async (column: SQL, { match, value }: AttributeRule, ctx: Context): Promise<SQL> => {
  const text = sentText(value);
  if (match === 'in')
    return listOf(value).includes('*') ? sql`true` : sql`${column} = any(${texts(listOf(value))})`;
  if (match === 'not') return sql`${column} is distinct from ${text}`;
  if (match === 'contains') return sql`${column} like ${containing(text)}`;
  if (match === 'startswith') return sql`starts_with(${column}, ${text})`;
  if (match === 'endswith') return sql`${column} like ${`%${likeLiteral(text)}`}`;
  if (match === 'regex') return (await isPattern(text, ctx)) ? sql`${column} ~ ${text}` : sql`false`;
  if (match === 'ip_in') return anyOf(listOf(value).map((entry) => entryCondition(column, entry.trim())));
  const comparison = comparisons.get(match);
  if (comparison) return sql`${column} ${comparison} ${text}`;
  return text === '*' ? sql`true` : sql`${column} = ${text}`;
};

/** Condition of a rule on a boolean. */
export const booleanRule = (
  column: SQL,
  { match, value }: AttributeRule,
  found: boolean | undefined,
): SQL => {
  if (value === '*') return sql`true`;
  if (found === undefined) return match === 'not' ? sql`true` : sql`false`;
  return match === 'not' ? sql`${column} is distinct from ${found}` : sql`${column} = ${found}`;
};

/**
 * Condition of a rule on links: any of the ids, or all of them with `m2m_all`; `having` is the condition for
 * one id.
 */
export const linkRule = (ids: readonly string[], match: string, having: (id: string) => SQL): SQL => {
  if (match === 'm2m_all') return allOf(ids.map(having));
  return anyOf(ids.map(having));
};

/** Condition of a rule on a number; an invalid number matches nothing, or with `not` everything. */
export const numberRule = (column: SQL, { match, value }: AttributeRule): SQL => {
  if (value === '*' || (match === 'in' && listOf(value).includes('*'))) return sql`true`;
  const numbers = listOf(value).map(Number);
  if (numbers.some((number) => !Number.isFinite(number))) return match === 'not' ? sql`true` : sql`false`;
  if (match === 'in') return anyOf(numbers.map((number) => sql`${column} = ${number}::numeric`));
  if (match === 'not') return sql`${column} is distinct from ${numbers[0]}::numeric`;
  return sql`${column} ${comparisons.get(match) ?? sql`=`} ${numbers[0]}::numeric`;
};
