import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { kindOf } from '../fields/registry.ts';
import { idArray } from '../fields/related.ts';
import { type AttributeRule, type Resource, valuesIn } from '../resource.ts';

const ruleCondition = async (resource: Resource, rule: AttributeRule, ctx: Context): Promise<SQL> => {
  const own = resource.behaviour.attributes?.[rule.name];
  if (own) return (await own(rule, ctx)) ?? sql`false`;
  const field = resource.fields[rule.name];
  if (!field || field.hidden || field.writeOnly || field.virtual) return sql`false`;
  const use = { name: rule.name, field, resource, ctx };
  return (await kindOf(field).rule?.(rule, sql`t.${id(rule.name)}`, use)) ?? sql`false`;
};

/**
 * Condition over `t` for the rows a selector matches: all, listed ones, or those that meet every attribute
 * rule that has a value. An unknown attribute or operator and an empty selector match no row; the
 * evaluator of access rules decides alike (decision 0364).
 */
export const compileSelector = async (selector: unknown, resource: Resource, ctx: Context): Promise<SQL> => {
  const { type, ids, attrs } = valuesIn(selector);
  if (type === 'all') return sql`true`;
  if (type === 'ids')
    return sql`t.id = any(${idArray(resource, Array.isArray(ids) ? ids.map(sentText) : [])})`;
  if (type !== 'attrs' || !Array.isArray(attrs)) return sql`false`;
  const rules = attrs
    .map(valuesIn)
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ name, match, value }) => ({ name: sentText(name), match: sentText(match ?? 'exact'), value }));
  // Without a rule to meet, every row would match.
  if (rules.length === 0) return sql`false`;
  const parts: SQL[] = [];
  for (const rule of rules) parts.push(await ruleCondition(resource, rule, ctx));
  return allOf(parts);
};

/** Whether a selector matches a row, e.g. whether a rule applies to this user or asset. */
export const selectorMatches = async (
  selector: unknown,
  resource: Resource,
  rowId: string,
  ctx: Context,
): Promise<boolean> => {
  const [found] = await ctx.db.rows(
    sql`select 1 from ${id(resource.table)} t where t.id = ${rowId} and (${await compileSelector(selector, resource, ctx)})`,
  );
  return found !== undefined;
};
