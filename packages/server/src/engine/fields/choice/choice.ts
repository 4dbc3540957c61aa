import type { ChoiceField } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { bigint, boolean as booleanColumn, text } from 'drizzle-orm/pg-core';
import { choiceLabel } from '../../labels.ts';
import { booleanOf } from '../boolean/boolean.ts';
import { asText, labelOf, match, rawOf } from '../choiceValue.ts';
import { Refused, refuse, type ServerField } from '../kind.ts';
import { booleanRule, textRule } from '../ruleSql.ts';
import { checkText } from '../text/text.ts';

/** The choice that a number or any other form of a choice names. */
const named = (value: unknown, { choices, numbers }: ChoiceField): string | number | undefined => {
  const number = numbers && match(value, numbers);
  return number === undefined ? match(value, choices) : choices[numbers?.indexOf(Number(number)) ?? -1];
};

/** A stored choice as clients read it. */
const sentAs = (value: string | number | boolean, { choices, numbers }: ChoiceField) =>
  numbers?.[choices.indexOf(String(value))] ?? value;

/** One of the declared values; an open field also takes any other short text. */
export const choice: ServerField<ChoiceField> = {
  column: (field) => (field.int ? bigint({ mode: 'number' }) : field.bool ? booleanColumn() : text()),
  empty: (field) => (field.nullable ? null : field.int ? (field.choices[0] ?? 0) : ''),
  parse: (value, { field }) => {
    if (value === null || value === '')
      return field.nullable
        ? null
        : field.required
          ? refuse('null')
          : (field.default ?? (field.choices.includes('') ? '' : refuse('null')));
    if (field.bool && typeof rawOf(value) === 'boolean') return rawOf(value);
    const found = named(value, field) ?? (field.open ? checkText(rawOf(value), { max: 128 }) : undefined);
    if (found === undefined) return refuse('invalid_choice', { value: asText(rawOf(value)) });
    return field.bool ? found === 'true' : found;
  },
  present: (stored, use) => {
    if (stored === null || stored === undefined) return null;
    const value = use.field.int ? Number(stored) : (stored as string | boolean);
    if (use.field.plain) return value;
    // The label of the empty value is only for the list of choices; a row without a value shows nothing.
    return { value: sentAs(value, use.field), label: value === '' ? '' : choiceLabel(use, String(value)) };
  },
  meta: (field, use) => ({
    type: field.plain ? 'choice' : 'labeled_choice',
    choices: field.choices.map((value) => ({
      value: sentAs(value, field),
      label: choiceLabel(use, String(value)),
    })),
  }),
  filter: (raw, column, { field }) => {
    const found = field.bool ? booleanOf(raw) : (named(raw, field) ?? (field.open ? raw : undefined));
    if (found === undefined) throw new Refused([{ key: 'invalid_choice', params: { value: asText(raw) } }]);
    return sql`${column} = ${found}`;
  },
  rule: (rule, column, { field, ctx }) =>
    field.bool ? booleanRule(column, rule, booleanOf(rule.value)) : textRule(sql`${column}::text`, rule, ctx),
  toCell: (wire) => {
    if (typeof wire !== 'object' || wire === null || !('value' in wire)) return String(wire ?? '');
    return wire.value === '' ? '' : `${labelOf(wire)}(${String(wire.value)})`;
  },
  toFile: rawOf,
  diff: labelOf,
};
