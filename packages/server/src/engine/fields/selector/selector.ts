import { selectorAttributes } from '@gatehouse/contract/policy/selector.ts';
import type { SelectorField } from '@gatehouse/contract/resource/fields.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { selectorPattern } from '@gatehouse/policy/selector/selectorPattern.ts';
import { jsonb } from 'drizzle-orm/pg-core';
import { isUuid } from '../../../platform/database.ts';
import { isValues, type Values } from '../../resource.ts';
import { refuse, refuseNul, type ServerField } from '../kind.ts';
import { refersBack } from '../ruleSql.ts';

const refusePattern = (pattern: string): void => {
  if (refersBack(pattern)) refuse('pattern_back_reference');
  if (!selectorPattern(pattern)) refuse('selector_pattern');
};

const parseAttrs = (attrs: unknown): Values[] => {
  if (!Array.isArray(attrs) || attrs.length === 0) return refuse('selector_attrs');
  // Rules whose value is null are skipped; a selector of such rules alone would match every row.
  if (attrs.every((attr) => isValues(attr) && attr.value === null)) return refuse('selector_attrs');
  return attrs.map((attr) => {
    if (!isValues(attr)) return refuse('selector_attr');
    const { name, match, value, rel } = attr;
    if (name === undefined || value === undefined) return refuse('selector_attr');
    if (sentText(match) === 'regex') refusePattern(sentText(value));
    return {
      name: sentText(name),
      match: match === undefined ? 'exact' : sentText(match),
      value,
      ...(rel === undefined ? {} : { rel: sentText(rel) }),
    };
  });
};

/** Validates a selector `{type: all|ids|attrs}`; an empty object stays empty and matches nothing. */
export const parseSelector = (value: unknown): Values => {
  if (!isValues(value)) return refuse('not_an_object');
  const rule = refuseNul(value);
  if (Object.keys(rule).length === 0) return {};
  if (rule.type === 'all') return { type: 'all' };
  if (rule.type === 'ids') {
    const ids = Array.isArray(rule.ids) ? rule.ids.map(sentText) : [];
    return ids.length && ids.every(isUuid) ? { type: 'ids', ids: [...new Set(ids)] } : refuse('selector_ids');
  }
  return rule.type === 'attrs' ? { type: 'attrs', attrs: parseAttrs(rule.attrs) } : refuse('selector_type');
};

/** Refuses rules about what the rows of a resource do not have: stored, they would match nothing. */
const refuseUnknown = (rule: Values, to: string): Values => {
  const known: readonly string[] | undefined = (selectorAttributes as Record<string, readonly string[]>)[to];
  const attrs = (Array.isArray(rule.attrs) ? rule.attrs : []) as { name: string }[];
  const unknown = known && attrs.find(({ name }) => !known.includes(name));
  return unknown ? refuse('selector_attribute', { name: unknown.name.slice(0, 64) }) : rule;
};

/** Selector over another resource's rows: all, listed ids, or attribute rules. */
export const selector: ServerField<SelectorField> = {
  column: () => jsonb(),
  empty: () => ({}),
  parse: (value, { field }) =>
    value === null && field.nullable ? null : refuseUnknown(parseSelector(value), field.to),
  present: (stored) =>
    typeof stored === 'object' && stored !== null && !Array.isArray(stored)
      ? stored
      : { type: 'ids', ids: [] },
  meta: (_field, use) => ({
    type: 'field',
    related: {
      url: `/api/v1/${use.ctx.engine.resource(use.field.to).definition.app}/${use.ctx.engine.resource(use.field.to).definition.path}/`,
      attrs: ['id', 'name'],
    },
  }),
  toCell: (wire) => JSON.stringify(wire ?? {}),
  diff: (wire) => JSON.stringify(wire ?? {}),
  orderable: false,
};
