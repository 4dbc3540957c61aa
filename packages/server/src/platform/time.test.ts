import { expect, test } from 'vitest';
import { formatDatetime, formatDuration, parseDatetime } from './time.ts';

test('datetimes are sent as YYYY/MM/DD HH:mm:ss with the offset of the time zone', () => {
  expect(formatDatetime(new Date('2031-01-01T19:04:05Z'), 'Asia/Shanghai')).toBe('2031/01/02 03:04:05 +0800');
  expect(formatDatetime(new Date('2031-07-01T12:00:00Z'), 'America/New_York')).toBe(
    '2031/07/01 08:00:00 -0400',
  );
  expect(formatDatetime(new Date('2031-07-01T12:00:00Z'), 'UTC')).toBe('2031/07/01 12:00:00 +0000');
});

test.each([
  ['2031/01/02 03:04:05 +0800', '2031-01-01T19:04:05.000Z'],
  ['2031-01-02 03:04:05 -0530', '2031-01-02T08:34:05.000Z'],
  ['2031-01-02T03:04:05Z', '2031-01-02T03:04:05.000Z'],
  ['2031-01-02T03:04:05.250+02:00', '2031-01-02T01:04:05.250Z'],
  ['2031-01-02 03:04', '2031-01-01T19:04:00.000Z'],
  ['2031-01-02', '2031-01-01T16:00:00.000Z'],
])("%s is parsed; without an offset the request's time zone applies", (text, iso) => {
  expect(parseDatetime(text, 'Asia/Shanghai')?.toISOString()).toBe(iso);
});

test.each(['soon', '2031-13-01', '2031-02-30', '2031-01-01 25:00', '', '1/2/3'])(
  '"%s" is not a date',
  (text) => {
    expect(parseDatetime(text, 'UTC')).toBeNull();
  },
);

test('a written datetime is read back as the same instant', () => {
  const instant = new Date('2030-10-27T00:30:00Z');
  for (const zone of ['Europe/Berlin', 'Asia/Kathmandu', 'UTC'])
    expect(parseDatetime(formatDatetime(instant, zone), zone)).toEqual(instant);
});

test('durations include days from one day on', () => {
  expect(formatDuration(191)).toBe('0:03:11');
  expect(formatDuration(90_061)).toBe('1 day, 1:01:01');
  expect(formatDuration(200_000)).toBe('2 days, 7:33:20');
});
