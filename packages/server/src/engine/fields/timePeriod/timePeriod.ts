import {
  type DayPeriod,
  halfHoursIn,
  rangesOf,
  textOfHalfHours,
} from '@gatehouse/contract/acls/timePeriod.ts';
import type { TimePeriodField } from '@gatehouse/contract/resource/fields.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { jsonb } from 'drizzle-orm/pg-core';
import { isValues } from '../../resource.ts';
import { refuse, type ServerField } from '../kind.ts';

const DAYS = 7;

const parseDay = (item: unknown): DayPeriod => {
  const { id, value } = isValues(item) ? item : {};
  const day = typeof id === 'string' && id !== '' ? Number(id) : id;
  const text = sentText(value ?? '').trim();
  const ranges = text.length > 1_000 ? undefined : rangesOf(text);
  const isDay = typeof day === 'number' && Number.isInteger(day) && day >= 0 && day < DAYS;
  if (!isDay || !ranges) return refuse('invalid_time_period', { value: text.slice(0, 64) });
  return { id: day, value: textOfHalfHours(halfHoursIn(ranges)) };
};

/** Half-hours of the week, by day: an empty list is always, a day without a text never. */
export const timePeriod: ServerField<TimePeriodField> = {
  column: () => jsonb(),
  empty: () => [],
  parse: (value) => {
    if (!Array.isArray(value)) return refuse('not_a_list');
    if (value.length > DAYS) return refuse('max_items', { max: DAYS });
    const days = new Map(value.map(parseDay).map((day) => [day.id, day.value]));
    if (days.size === 0) return [];
    return Array.from({ length: DAYS }, (_, id) => ({ id, value: days.get(id) ?? '' }));
  },
  present: (stored) => (Array.isArray(stored) ? stored : []),
  meta: () => ({
    type: 'list',
    child: { type: 'field', required: true, read_only: false, write_only: false },
  }),
  toCell: (wire) => JSON.stringify(wire ?? []),
  diff: (wire) => JSON.stringify(wire ?? []),
  orderable: false,
};
