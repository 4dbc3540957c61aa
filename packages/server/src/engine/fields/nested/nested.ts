import type { FieldErrors } from '@gatehouse/contract/errors.ts';
import type { FieldSpec, NestedField } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { jsonb } from 'drizzle-orm/pg-core';
import { isValues, type Values, valuesIn } from '../../resource.ts';
import { jsonIn } from '../cellText.ts';
import { Refused, refuse, refuseNul, type ServerField, type Use } from '../kind.ts';
import { mentionedParts, partsLike } from '../told.ts';
import { holdName, namesIn } from './names.ts';

/** What the nested kind needs from all kinds; passed in to avoid an import cycle. */
type Parts = { kindOf(field: FieldSpec): ServerField; fieldMeta(use: Use): FieldMeta };

const parseObject = async (value: unknown, use: Use<NestedField>, parts: Parts): Promise<Values> => {
  if (!isValues(value)) return refuse('not_an_object');
  const result: Values = use.field.open ? { ...refuseNul(value) } : {};
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(use.field.fields)) {
    const half = parts.kindOf(field);
    const sub = { ...use, name, field };
    if (field.readOnly) continue;
    if (value[name] === undefined) {
      if (field.required) errors[name] = [{ key: 'required' }];
      else result[name] = field.default ?? half.empty?.(field) ?? null;
      continue;
    }
    try {
      result[name] = half.parse ? await half.parse(value[name], sub) : value[name];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      errors[name] = error.reason;
    }
  }
  if (Object.keys(errors).length) throw new Refused(errors);
  return result;
};

/** Reads an object from its form in files, such as `ssh/22`. */
const fromPair = (item: unknown, field: NestedField): unknown => {
  if (typeof item !== 'string' || !field.cell) return item;
  const [first = '', second = ''] = item.split('/');
  return { [field.cell[0]]: first.trim(), [field.cell[1]]: second.trim() || null };
};

const toPairs = (wire: unknown, cell: readonly [string, string]): string =>
  JSON.stringify(
    (Array.isArray(wire) ? wire : []).map(valuesIn).map((item) => `${item[cell[0]]}/${item[cell[1]] ?? ''}`),
  );

const parseMany = async (value: unknown, use: Use<NestedField>, parts: Parts): Promise<Values[]> => {
  if (!Array.isArray(value)) throw new Refused({ non_field_errors: [{ key: 'not_a_list' }] });
  if (value.length > 1000) return refuse('max_items', { max: 1000 });
  const errors: FieldErrors[] = [];
  const items: Values[] = [];
  for (const item of value) {
    try {
      items.push(await parseObject(fromPair(item, use.field), use, parts));
      errors.push({});
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      errors.push(Array.isArray(error.reason) ? { non_field_errors: error.reason } : error.reason);
    }
  }
  if (errors.some((entry) => Object.keys(entry).length)) throw new Refused(errors);
  return items;
};

const presentObject = (
  stored: unknown,
  use: Use<NestedField>,
  parts: Parts,
  among: readonly Values[] = [],
): Values => {
  const values = valuesIn(stored);
  const known = Object.entries(use.field.fields).flatMap(([name, field]) => {
    if (field.writeOnly) return [];
    const made = use.resource.behaviour.parts?.[`${use.name}.${name}`];
    const value = (made ? made(values, among) : values[name]) ?? null;
    const half = parts.kindOf(field);
    return [[name, half.present ? half.present(value, { ...use, name, field }) : value]];
  });
  return { ...(use.field.open ? values : {}), ...Object.fromEntries(known) };
};

/** Mentioned parts are labelled like those taken from another resource. */
const ofLike = (use: Use<NestedField>): Use<NestedField> =>
  use.field.like ? { ...use, resource: use.ctx.engine.resource(use.field.like.resource) } : use;

const childrenOf = (use: Use<NestedField>, parts: Parts): Record<string, FieldMeta> => ({
  ...partsLike(use.field.like, use, parts.fieldMeta),
  ...Object.fromEntries(
    Object.entries(use.field.fields).map(([name, field]) => [name, parts.fieldMeta({ ...use, name, field })]),
  ),
  ...mentionedParts(use.field.mentions, ofLike(use), parts.fieldMeta),
});

/** A nested object, or a list of them, stored as JSON; each part is checked by its own kind. */
export const createNested = (parts: Parts): ServerField<NestedField> => ({
  column: () => jsonb(),
  empty: (field) => (field.many ? [] : field.nullable ? null : {}),
  parse: async (value, use) => {
    if (value === null) return use.field.nullable ? null : refuse('null');
    const parsed = use.field.many ? await parseMany(value, use, parts) : await parseObject(value, use, parts);
    return Array.isArray(parsed) && use.field.required && parsed.length === 0 ? refuse('empty_list') : parsed;
  },
  present: (stored, use) => {
    if (use.field.many) {
      const among = (Array.isArray(stored) ? stored : []).map(valuesIn);
      return among.map((item) => presentObject(item, use, parts, among));
    }
    return stored === null && use.field.nullable ? null : presentObject(stored, use, parts);
  },
  meta: (field, use) =>
    field.many
      ? {
          type: 'field',
          child: {
            type: 'nested object',
            required: true,
            read_only: false,
            write_only: false,
            children: childrenOf(use, parts),
          },
        }
      : { type: 'nested object', children: childrenOf(use, parts) },
  toCell: (wire, { field }) => (field.cell ? toPairs(wire, field.cell) : JSON.stringify(wire ?? null)),
  fromCell: (cell, { field }) => {
    const read = jsonIn(cell);
    return Array.isArray(read) ? read.map((item) => fromPair(item, field)) : read;
  },
  diff: (wire) => JSON.stringify(wire ?? null),
  groups: { by: namesIn, hold: holdName },
  orderable: false,
});
