import { isIP } from 'node:net';
import type { TextField } from '@gatehouse/contract/resource/fields.ts';
import { textFormats } from '@gatehouse/contract/resource/textFormats.ts';
import { quoted } from '@gatehouse/contract/wire/sentText.ts';
import { sql } from 'drizzle-orm';
import { text as textColumn } from 'drizzle-orm/pg-core';
import { naturally } from '../../../platform/naturalOrder.ts';
import { refuse, type ServerField } from '../kind.ts';
import { textRule } from '../ruleSql.ts';

/** Maximum number of characters in a field without its own limit. */
const unlimited = 65_536;

/** Control characters except tab and line ends. They break logs and terminals and have no place in names. */
export const control = /(?![\t\r\n])\p{Cc}/u;

/** Checks a piece of text against limits; shared by several kinds that take text. */
export const checkText = (
  value: unknown,
  limits: { max?: number; min?: number; multiline?: boolean },
): string => {
  if (typeof value !== 'string' && typeof value !== 'number') return refuse('invalid_string');
  const found = String(value);
  if (control.test(found)) return refuse('control_characters');
  if (!limits.multiline && /[\r\n]/.test(found)) return refuse('single_line');
  const max = limits.max ?? unlimited;
  if (found.length > max) return refuse('max_length', { max });
  if (limits.min && found.length < limits.min) return refuse('min_length', { min: limits.min });
  return found;
};

const checkHost = (found: string): string => {
  if (/\s/.test(found)) return refuse('spaces');
  // No host name consists of digits and dots (RFC 1123), so this is a mistyped address.
  if (/^[\d.]+$/.test(found) && isIP(found) !== 4) return refuse('invalid_ipv4', { value: quoted(found) });
  return found;
};

const parse = (value: unknown, { field }: { field: TextField }): string | null => {
  if (value === null) return field.nullable ? null : refuse('null');
  const found = checkText(value, { ...field, multiline: field.multiline || !field.max }).trim();
  if (found === '') return field.required ? refuse('blank') : field.nullable ? null : '';
  const format = field.format && textFormats[field.format];
  if (format && !format.test(found)) return refuse(`format_${field.format}`);
  return field.isHost ? checkHost(found) : found;
};

/** Text, from a name to a comment. */
export const text: ServerField<TextField> = {
  column: () => textColumn(),
  empty: (field) => (field.nullable ? null : ''),
  parse: (value, use) => {
    const plain = parse(value, use);
    return use.field.encrypted && plain ? use.ctx.engine.vault.seal(plain) : plain;
  },
  fetch: async (values, { field, ctx }) =>
    field.encrypted ? ctx.engine.secrets.fetch(values as (string | null)[]) : values,
  present: (stored, use) =>
    use.field.encrypted && stored ? use.ctx.engine.vault.open(String(stored)) : (stored ?? null),
  diff: (wire, use) => (use.field.encrypted && wire ? '******' : String(wire ?? '')),
  meta: (field) => ({
    type: field.format ?? 'string',
    max_length: field.max,
    min_length: field.min,
    multiline: field.multiline || undefined,
  }),
  filter: (raw, column) => sql`${column} = ${raw}`,
  rule: (rule, column, { field, ctx }) => (field.encrypted ? undefined : textRule(column, rule, ctx)),
  emptyCell: (field) => (field.required || field.default !== undefined ? undefined : ''),
  searchedTogether: true,
  sortedBy: (column, field) => (field.encrypted ? undefined : naturally(column)),
};
