import type { RefField } from '@gatehouse/contract/resource/fields.ts';
import { selectorValues } from '@gatehouse/policy/selector/compileSelector.ts';
import { sql } from 'drizzle-orm';
import { bigint, uuid } from 'drizzle-orm/pg-core';
import { isUuid } from '../../../platform/database.ts';
import { idByName, prefetchNames } from '../byName.ts';
import { jsonIn, relatedIn } from '../cellText.ts';
import { Refused, refuse, type ServerField } from '../kind.ts';
import { existing, idArray, idOf, relatedMeta, relatedRows, relatedText } from '../related.ts';
import { asksForAny } from '../ruleSql.ts';

/**
 * One related row. Accepts the id, `{id}` or `{pk}`, of which `id` wins, or `{name}`; handlers get the id as
 * the database writes it, because they compare it.
 */
export const ref: ServerField<RefField> = {
  column: (field) => (field.to === 'assets.platform' ? bigint({ mode: 'number' }) : uuid()),
  empty: () => null,
  prefetch: async (values, use) => {
    const filled = values.filter((value) => value !== null && value !== '');
    await prefetchNames(filled, use.field.to, use.ctx);
    await existing(filled.map(idOf), use.field.to, use.ctx);
  },
  parse: async (value, use) => {
    if (value === null || value === '') return use.field.required ? refuse('null') : null;
    const id = (await idByName(value, use.field.to, use.ctx)) ?? idOf(value);
    if (id === undefined)
      return refuse('incorrect_type', { type: Array.isArray(value) ? 'list' : typeof value });
    const known = await existing([id], use.field.to, use.ctx);
    return known.has(id) ? id.toLowerCase() : refuse('does_not_exist', { pk: id.slice(0, 64) });
  },
  load: async (rows, use) => {
    if (use.field.plain) return rows.map((row) => row[use.name] ?? null);
    const related = await relatedRows(
      rows.map((row) => row[use.name]),
      use.field.to,
      use.field.attrs,
      use.ctx,
    );
    return rows.map((row) => related.get(String(row[use.name])) ?? null);
  },
  meta: (field, use) => ({
    type: field.plain ? 'field' : 'object_related_field',
    ...relatedMeta(field, use),
  }),
  filter: (raw, column, { field, ctx }) => {
    const integer = ctx.engine.resource(field.to).idKind === 'integer';
    if (integer ? !/^\d{1,15}$/.test(raw) : !isUuid(raw))
      throw new Refused([{ key: integer ? 'invalid_integer' : 'invalid_uuid' }]);
    return sql`${column} = ${raw}`;
  },
  rule: ({ match, value }, column, { field, ctx }) => {
    const ids = selectorValues(value);
    if (asksForAny(match) && ids.includes('*')) return sql`true`;
    const among = sql`${column} = any(${idArray(ctx.engine.resource(field.to), ids)})`;
    if (match === 'not') return sql`(${among}) is not true`;
    return asksForAny(match) ? among : sql`false`;
  },
  toCell: (wire) => relatedText(wire),
  fromCell: (cell, { field, ctx }) => relatedIn(jsonIn(cell), ctx.engine.resource(field.to)),
  toFile: (wire) => (wire === null ? null : relatedText(wire, 'name')),
  fromFile: (value) => (typeof value === 'string' && value !== '' ? { name: value } : value),
  diff: (wire) => relatedText(wire, 'name'),
  orderable: false,
};
