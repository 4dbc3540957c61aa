import { field } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, sentValues, useOf } from '../../../../test/fields/fieldUse.ts';
import { datetime } from './datetime.ts';

const spec = field.datetime({});
const use = useOf(spec, { zone: 'Asia/Tokyo' });
const instant = '2026-03-04T05:06:07.000Z';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a date is read and shown in the time zone of the request', async () => {
  expect(datetime.parse?.('2026/03/04 14:06:07', use)).toBe(instant);
  expect(datetime.parse?.('2026-03-04T05:06:07Z', use)).toBe(instant);
  expect(datetime.present?.('2026-03-04 05:06:07+00', use)).toBe('2026/03/04 14:06:07 +0900');
  expect(datetime.present?.(null, use)).toBeNull();
  for (const value of ['soon', 1_772_600_767, {}])
    expect(await refusal(() => datetime.parse?.(value, use))).toEqual([{ key: 'invalid_datetime' }]);
});

test('a date may be absent only if its field is nullable', async () => {
  for (const nothing of [null, '']) {
    expect(datetime.parse?.(nothing, useOf(field.datetime({ nullable: true })))).toBeNull();
    expect(await refusal(() => datetime.parse?.(nothing, use))).toEqual([{ key: 'null' }]);
  }
});

test('a new row and its form start with the current date, a date in 70 years, or none', () => {
  const [now, never] = [field.datetime({ default: 'now' }), field.datetime({ default: 'never' })];
  expect([now, never, spec].map((each) => datetime.empty?.(each))).toEqual([
    instant,
    '2096-02-15T05:06:07.000Z',
    null,
  ]);
  expect([now, never, spec].map((each) => datetime.meta(each, { ...use, field: each }))).toEqual([
    { type: 'datetime', default: '2026/03/04 14:06:07 +0900' },
    { type: 'datetime', default: '2096/02/15 14:06:07 +0900' },
    { type: 'datetime' },
  ]);
});

test('a date filter accepts only a valid date', async () => {
  expect(sentValues(datetime.filter?.('2026/03/04 14:06:07', sql`shade`, use))).toEqual([instant]);
  expect(await refusal(() => datetime.filter?.('soon', sql`shade`, use))).toEqual([
    { key: 'invalid_datetime' },
  ]);
});
