import { ipRangeOf, ipText } from '@gatehouse/contract/network/ipGroup.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { selectorValues } from '@gatehouse/policy/selector/compileSelector.ts';
import { selectorPattern } from '@gatehouse/policy/selector/selectorPattern.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf, containing, likeLiteral, texts } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import type { AttributeRule } from '../resource.ts';

/**
 * Whether a pattern refers back to a part of itself (`\1`): the database tries all ways to divide a text for
 * such a pattern, which may take longer than anything else. All others it decides in one pass over the text.
 */
export const refersBack = (pattern: string): boolean => /\\[1-9]/.test(pattern.replaceAll('\\\\', ''));

/**
 * Condition of a pattern that means the same to the evaluator of rules; false for any other, and for one that
 * the database refuses.
 */
const patternCondition = async (column: SQL, text: string, ctx: Context): Promise<SQL> => {
  const pattern = selectorPattern(text)?.sql;
  if (pattern === undefined) return sql`false`;
  try {
    await ctx.db.transaction((db) => db.rows(sql`select '' ~ ${pattern}`));
    return sql`${column} ~ ${pattern}`;
  } catch {
    return sql`false`;
  }
};

/** Whether an address is in the range of an entry. IPv4 within IPv6 is IPv4; undefined if it is no range. */
const rangeCondition = (column: SQL, entry: string): SQL | undefined => {
  const range = ipRangeOf(entry);
  if (!range) return undefined;
  const [low = '', high = ''] = [range.value, range.last].map((value) => ipText({ bits: range.bits, value }));
  const address = sql`inet_or_null(${column})`;
  const isWithin = sql`${address} between ${low}::inet and ${high}::inet`;
  return range.bits === 32
    ? sql`(${isWithin} or ${address} between ${`::ffff:${low}`}::inet and ${`::ffff:${high}`}::inet)`
    : sql`(${isWithin} and not ${address} <<= '::ffff:0.0.0.0/96'::inet)`;
};

/** Addresses with a mask or with leading zeros, which some programs read as octal, are no addresses. */
const strangeAddress = String.raw`/|\.0[0-9]|(^|:)0[0-9]+\.`;

const entryCondition = (column: SQL, entry: string): SQL => {
  if (entry === '') return sql`false`;
  if (entry === '*') return sql`true`;
  const isWithin = rangeCondition(column, entry);
  if (isWithin) return sql`(${column} !~ ${strangeAddress} and ${isWithin})`;
  return /[/-]/.test(entry) ? sql`false` : sql`starts_with(${column}, ${entry})`;
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
  const values = selectorValues(value);
  if (match === 'in') return values.includes('*') ? sql`true` : sql`${column} = any(${texts(values)})`;
  if (match === 'not') return sql`${column} is distinct from ${text}`;
  if (match === 'exact') return text === '*' ? sql`true` : sql`${column} = ${text}`;
  if (match === 'ip_in') return anyOf(values.map((entry) => entryCondition(column, entry.trim())));
  const comparison = comparisons.get(match);
  // By code points, as the evaluator of rules compares.
  if (comparison) return sql`${column} collate "C" ${comparison} ${text}`;
  // Every text contains an empty one.
  if (text === '') return sql`false`;
  if (match === 'contains') return sql`${column} like ${containing(text)}`;
  if (match === 'startswith') return sql`starts_with(${column}, ${text})`;
  if (match === 'endswith') return sql`${column} like ${`%${likeLiteral(text)}`}`;
  return match === 'regex' ? patternCondition(column, text, ctx) : sql`false`;
};

/** Condition of a rule on a boolean. */
export const booleanRule = (
  column: SQL,
  { match, value }: AttributeRule,
  found: boolean | undefined,
): SQL => {
  if (match === 'not') return found === undefined ? sql`true` : sql`${column} is distinct from ${found}`;
  if (match !== 'exact') return sql`false`;
  if (value === '*') return sql`true`;
  return found === undefined ? sql`false` : sql`${column} = ${found}`;
};

/** Whether a rule asks for any of several values. */
export const asksForAny = (match: string): boolean => match === 'm2m' || match === 'in' || match === 'exact';

/**
 * Condition of a rule on links: any of the ids, or all of them with `m2m_all`; `having` is the condition for
 * one id. An id of another form links nothing.
 */
export const linkRule = (
  { match, value }: AttributeRule,
  isId: (text: string) => boolean,
  having: (id: string) => SQL,
): SQL => {
  const values = selectorValues(value);
  const ids = values.filter(isId);
  if (asksForAny(match)) return anyOf(ids.map(having));
  const isWhole = match === 'm2m_all' && ids.length > 0 && ids.length === values.length;
  return isWhole ? allOf(ids.map(having)) : sql`false`;
};

/** Condition of a rule on a number; an invalid number matches nothing, or with `not` everything. */
export const numberRule = (column: SQL, { match, value }: AttributeRule): SQL => {
  if (value === '*' || (match === 'in' && selectorValues(value).includes('*'))) return sql`true`;
  const numbers = selectorValues(value).map(Number);
  if (numbers.some((number) => !Number.isFinite(number))) return match === 'not' ? sql`true` : sql`false`;
  if (match === 'in') return anyOf(numbers.map((number) => sql`${column} = ${number}::numeric`));
  if (match === 'not') return sql`${column} is distinct from ${numbers[0]}::numeric`;
  return sql`${column} ${comparisons.get(match) ?? sql`=`} ${numbers[0]}::numeric`;
};
