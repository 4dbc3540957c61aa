import { describe, expect, test } from 'vitest';
import { interval } from '../interval/interval.ts';
import type { Refused, Use } from '../kind.ts';
import { crontab } from './crontab.ts';

const use = (over: object = {}) =>
  ({ name: 'x', field: { nullable: true, ...over } }) as unknown as Use<never>;

const refusal = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as Refused).reason;
  }
};

describe('crontab', () => {
  test('B-5-018 five fields are accepted, white space is normalized, an empty value means none', () => {
    expect(crontab.parse?.(' 5  3 * * 0 ', use())).toBe('5 3 * * 0');
    expect(crontab.parse?.('0 0 * JAN,JUL MON', use())).toBe('0 0 * JAN,JUL MON');
    expect(crontab.parse?.('', use())).toBeNull();
  });

  test.each(['* * * *', '0 0 0 * * *', '@daily', '61 0 * * *', 'soon', '0 0 30 2 *'])(
    'B-5-018 %s is refused',
    (value) => {
      expect(refusal(() => crontab.parse?.(value, use()))).toEqual([{ key: 'crontab_fields' }]);
    },
  );

  test.each([
    '*/5 * * * *',
    '0,9 3 * * *',
    '0,55 * * * *',
    '0,55 23,0 * * *',
    '0,55 23,0 1,29 2,3 *',
    '0,55 23,0 1,3,5,7,9,11,29 1-10/2,2,3 *',
    '0,55 23,0 29,31 * MON,TUE',
  ])('B-5-017 %s is refused because its runs would be less than ten minutes apart', (value) => {
    expect(refusal(() => crontab.parse?.(value, use()))).toEqual([{ key: 'crontab_too_often' }]);
  });

  test.each(['0,55 23,0 1 * *', '0,55 23,0 * * MON', '0,55 23,0 1,15 2 *', '0,50 23,0 * * *'])(
    'B-5-017 %s is accepted: no two of its days follow each other, or ten minutes lie between them',
    (value) => {
      expect(crontab.parse?.(value, use())).toBe(value);
    },
  );

  test('B-5-017 exactly ten minutes apart is allowed', () => {
    expect(crontab.parse?.('*/10 * * * *', use())).toBe('*/10 * * * *');
  });
});

test('a crontab may be absent only if its field is nullable, and has at most 128 characters', () => {
  expect([crontab.parse?.(null, use()), crontab.empty?.({ kind: 'crontab', nullable: true })]).toEqual([
    null,
    null,
  ]);
  expect(crontab.empty?.({ kind: 'crontab' })).toBe('');
  for (const nothing of [null, ''])
    expect(refusal(() => crontab.parse?.(nothing, use({ nullable: false })))).toEqual([{ key: 'null' }]);
  const hours = `0 ${Array.from({ length: 24 }, (_, hour) => hour).join(',')} * * *`;
  const padded = (length: number) => hours.padEnd(length, ' ');
  expect(crontab.parse?.(padded(128), use())).toBe(hours);
  expect(refusal(() => crontab.parse?.(padded(129), use()))).toEqual([
    { key: 'max_length', params: { max: 128 } },
  ]);
  expect(crontab.meta({ kind: 'crontab' }, use())).toEqual({ type: 'string', max_length: 128 });
});

test('an interval is a whole number of hours, at least one', () => {
  expect(interval.parse?.(24, use())).toBe(24);
  expect(refusal(() => interval.parse?.(0, use()))).toEqual([{ key: 'min_value', params: { min: 1 } }]);
  expect(interval.parse?.(65_535, use())).toBe(65_535);
  expect(refusal(() => interval.parse?.(65_536, use()))).toEqual([
    { key: 'max_value', params: { max: 65_535 } },
  ]);
  expect([
    interval.empty?.({ kind: 'interval' }),
    interval.empty?.({ kind: 'interval', nullable: true }),
  ]).toEqual([24, null]);
  expect([interval.present?.('24', use()), interval.present?.(null, use())]).toEqual([24, null]);
  expect(interval.meta({ kind: 'interval' }, use())).toEqual({
    type: 'integer',
    min_value: 1,
    max_value: 65_535,
  });
});
