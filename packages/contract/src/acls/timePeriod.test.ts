import { expect, test } from 'vitest';
import { halfHoursIn, periodsOf, rangesOf, textOfHalfHours, weekOf } from './timePeriod.ts';

test('a day is read as ranges of half-hours; midnight at an end is the end of the day', () => {
  expect(rangesOf('00:00~07:30、10:00~13:00')).toEqual([
    [0, 15],
    [20, 26],
  ]);
  expect([rangesOf('22:00~00:00'), rangesOf('22:00~24:00'), rangesOf('')]).toEqual([
    [[44, 48]],
    [[44, 48]],
    [],
  ]);
});

test.each([
  '10:00',
  '10:15~11:00',
  '11:00~10:00',
  '10:00~10:00',
  '25:00~26:00',
  '10:00~11:00~12:00',
  '10:00~11:00,',
])('%j is no time of a day', (value) => expect(rangesOf(value)).toBeUndefined());

test('half-hours are written with ranges as long as possible', () => {
  const text = (value: string) => textOfHalfHours(halfHoursIn(rangesOf(value) ?? []));
  expect(text('10:00~11:00、11:00~12:30、09:00~10:00')).toBe('09:00~12:30');
  expect([text('23:30~00:00'), text('00:00~00:00'), text('')]).toEqual(['23:30~00:00', '00:00~00:00', '']);
});

test('a week without any time is always', () => {
  const workday = [{ id: 1, value: '09:00~18:00' }];
  const periods = periodsOf(weekOf(workday));
  expect(periods).toHaveLength(7);
  expect(periods[0]).toEqual({ id: 0, value: '' });
  expect(periods[1]).toEqual(workday[0]);
  expect(periodsOf(weekOf([]))).toEqual([]);
  const full = periodsOf(Array.from({ length: 7 }, () => Array<boolean>(48).fill(true)));
  expect(full.map(({ value }) => value)).toEqual(Array(7).fill('00:00~00:00'));
});
