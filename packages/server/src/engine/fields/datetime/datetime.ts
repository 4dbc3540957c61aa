import type { DatetimeField } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';
import { formatDatetime, instantOf, parseDatetime } from '../../../platform/time.ts';
import { Refused, refuse, type ServerField } from '../kind.ts';

/** "Never" for required dates: 70 years of 365 days from now, as in the reference. */
const never = () => new Date(Date.now() + 70 * 365 * 86_400_000);

/** The current value of a declared default. */
const instantOfWord = (word: DatetimeField['default']): Date | null =>
  word === 'now' ? new Date() : word === 'never' ? never() : null;

/** An instant. */
export const datetime: ServerField<DatetimeField> = {
  column: () => timestamp({ withTimezone: true, precision: 6 }),
  empty: (field) => instantOfWord(field.default)?.toISOString() ?? null,
  parse: (value, { field, ctx }) => {
    if (value === null || value === '') return field.nullable ? null : refuse('null');
    const found = typeof value === 'string' ? parseDatetime(value, ctx.zone) : null;
    return found ? found.toISOString() : refuse('invalid_datetime');
  },
  present: (value, { ctx }) => {
    const instant = instantOf(value);
    return instant && formatDatetime(instant, ctx.zone);
  },
  // A form starts with the default and sends it back, so it must be a real date.
  meta: (field, { ctx }) => {
    const start = instantOfWord(field.default);
    return { type: 'datetime', ...(start && { default: formatDatetime(start, ctx.zone) }) };
  },
  filter: (raw, column, { ctx }) => {
    const found = parseDatetime(raw, ctx.zone);
    if (!found) throw new Refused([{ key: 'invalid_datetime' }]);
    return sql`${column} = ${found.toISOString()}`;
  },
  rank: 2,
};
