import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { defaultRange, lastDays, SHORTCUT_DAYS, shortcutOf, shortcutText } from './dateRange.ts';

const now = dayjs('2031-05-20T14:00:00');

test('B-9-013 the default range reaches from seven days ago to the end of tomorrow', () => {
  const { date_from, date_to } = defaultRange(now);
  expect(dayjs(date_from).format('YYYY-MM-DD HH:mm')).toBe('2031-05-13 00:00');
  expect(dayjs(date_to).format('YYYY-MM-DD HH:mm')).toBe('2031-05-21 23:59');
});

test('B-9-014 shortcuts reach 1, 7, 30, 90, 183 and 365 days back', () => {
  expect(SHORTCUT_DAYS).toEqual([1, 7, 30, 90, 183, 365]);
  expect(shortcutOf(lastDays(30, now), now)).toBe(30);
  expect(shortcutOf({ date_from: 'x', date_to: 'y' }, now)).toBeUndefined();
});

test('a range of half a year or more is named in months', () => {
  expect(SHORTCUT_DAYS.map(shortcutText)).toEqual([
    { key: 'dates.lastDays', count: 1 },
    { key: 'dates.lastDays', count: 7 },
    { key: 'dates.lastDays', count: 30 },
    { key: 'dates.lastDays', count: 90 },
    { key: 'dates.lastMonths', count: 6 },
    { key: 'dates.lastMonths', count: 12 },
  ]);
});
