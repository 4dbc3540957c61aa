import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';
import { isEndless } from './endless.ts';
import { formatLength } from './length.ts';
import { formatAbsolute, formatDuration, formatRelative, parseTime } from './time.ts';

test('the wire form, ISO and missing values are parsed', () => {
  expect(parseTime('2031/01/02 03:04:05 +0800')?.toISOString()).toBe('2031-01-01T19:04:05.000Z');
  expect(parseTime('2031-01-02T03:04:05Z')?.toISOString()).toBe('2031-01-02T03:04:05.000Z');
  expect(parseTime('2031-01-02 03:04:05 -0530')?.toISOString()).toBe('2031-01-02T08:34:05.000Z');
  expect(parseTime('')).toBeUndefined();
  expect(parseTime('never')).toBeUndefined();
});

test('B-9-024 times are relative up to seven days, then absolute', () => {
  const time = parseTime('2031-01-02T00:00:00Z');
  if (!time) throw new Error('unreadable');
  const at = (seconds: number) =>
    formatRelative(time, { language: 'en', justNow: 'just now', now: time.valueOf() + seconds * 1000 });
  expect(at(29)).toBe('just now');
  expect(at(30)).toBe('1 minute ago');
  expect(at(5 * 60)).toBe('5 minutes ago');
  expect(at(12 * 60)).toBe('12 minutes ago');
  expect(at(3600)).toBe('1 hour ago');
  expect(at(3 * 3600)).toBe('3 hours ago');
  expect(at(86_400)).toBe('1 day ago');
  expect(at(6 * 86_400)).toBe('6 days ago');
  expect(at(-3600)).toBe('in 1 hour');
  expect(at(8 * 86_400)).toBe(formatAbsolute(time));
});

test.each([
  ['zh-hans', '13 分钟前'],
  ['zh-hant', '13 分鐘前'],
  ['ja', '13分前'],
])('a relative time is spaced as usual in the language %s', (language, words) => {
  const time = parseTime('2031-01-02T00:00:00Z');
  if (!time) throw new Error('unreadable');
  expect(formatRelative(time, { language, justNow: '', now: time.valueOf() + 13 * 60_000 })).toBe(words);
});

test('B-9-025 a date is written as year-month-day hour:minute:second', () => {
  const time = parseTime('2031-01-02T03:04:05Z');
  if (!time) throw new Error('unreadable');
  expect(formatAbsolute(time)).toMatch(/^2031-01-0[123] \d\d:04:05$/);
});

test('a duration is written as H:MM:SS', () => {
  expect(formatDuration(3_725_000)).toBe('1:02:05');
  expect(formatDuration(-5)).toBe('0:00:00');
});

test('A-9-009 sizes run from Bytes to TB with base 1024', () => {
  expect(formatBytes(1024)).toBe('1 KB');
  expect([0, 1, 2].map((size) => formatBytes(size))).toEqual(['0 Bytes', '1 Byte', '2 Bytes']);
  expect(formatBytes(1024 ** 4)).toBe('1 TB');
  expect(formatBytes(5000 * 1024 ** 4)).toBe('5,000 TB');
});

test.each([
  [25_550, true],
  [36_500, true],
  [40 * 365, false],
])('only an end at least 51 years ahead counts as no end: %i days', (days, none) => {
  expect(isEndless(dayjs().add(days, 'day'))).toBe(none);
});

test('an end date counts as unlimited only if it is at least 51 years away', () => {
  expect(isEndless(dayjs().add(50, 'year').add(1, 'day'))).toBe(false);
  expect(isEndless(dayjs().add(51, 'year').add(1, 'day'))).toBe(true);
});

const MINUTE_MS = 60_000;

test.each([
  [20_000, '0 minutes'],
  [MINUTE_MS, '1 minute'],
  [113 * MINUTE_MS, '113 minutes'],
  [114 * MINUTE_MS, '2 hours'],
  [36 * 60 * MINUTE_MS, '36 hours'],
  [46 * 60 * MINUTE_MS, '2 days'],
  [7 * 24 * 60 * MINUTE_MS, '7 days'],
])('a duration of %i ms is shown as %s', (milliseconds, text) => {
  expect(formatLength(milliseconds, 'en')).toBe(text);
});
