import type { BooleanField } from '@gatehouse/contract/resource/fields.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { sql } from 'drizzle-orm';
import { boolean as booleanColumn } from 'drizzle-orm/pg-core';
import { Refused, refuse, type ServerField } from '../kind.ts';
import { booleanRule } from '../ruleSql.ts';

/**
 * `true/false`, `1/0`, `yes/no`, `on/off`, `t/f` or `y/n`, regardless of case, as a boolean; an empty string
 * is false, anything else undefined.
 */
export const booleanOf = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const word = sentText(value).trim().toLowerCase();
  if (['true', '1', 'yes', 'on', 't', 'y'].includes(word)) return true;
  return ['false', '0', 'no', 'off', 'f', 'n', ''].includes(word) ? false : undefined;
};

/** Yes or no. */
export const boolean: ServerField<BooleanField> = {
  column: () => booleanColumn(),
  empty: (field) => (field.nullable ? null : false),
  parse: (value, { field }) => {
    if (value === null) return field.nullable ? null : refuse('null');
    return typeof value === 'object'
      ? refuse('invalid_boolean')
      : (booleanOf(value) ?? refuse('invalid_boolean'));
  },
  meta: () => ({ type: 'boolean' }),
  filter: (raw, column) => {
    const found = booleanOf(raw);
    if (found === undefined) throw new Refused([{ key: 'invalid_boolean' }]);
    return sql`${column} = ${found}`;
  },
  toCell: (wire, { ctx }) => ctx.t(wire ? 'common.words.yes' : 'common.words.no'),
  fromCell: (cell, { ctx }) =>
    cell.trim() === ctx.t('common.words.yes')
      ? true
      : cell.trim() === ctx.t('common.words.no')
        ? false
        : (booleanOf(cell) ?? cell),
  rule: (rule, column) => booleanRule(column, rule, booleanOf(rule.value)),
  rank: 1,
};
