import { expect, test } from 'vitest';
import { formatDatetime, formatDuration, instantOf, isZone, parseDatetime } from './time.ts';

test('datetimes are sent as YYYY/MM/DD HH:mm:ss with the offset of the time zone', () => {
  expect(formatDatetime(new Date('2031-01-01T19:04:05Z'), 'Asia/Shanghai')).toBe('2031/01/02 03:04:05 +0800');
  expect(formatDatetime(new Date('2031-07-01T12:00:00Z'), 'America/New_York')).toBe(
    '2031/07/01 08:00:00 -0400',
  );
  expect(formatDatetime(new Date('2031-07-01T12:00:00Z'), 'UTC')).toBe('2031/07/01 12:00:00 +0000');
});

const zones = [
  'UTC',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Monrovia',
];

/** The clocks of a zone as the platform tells them, part by part. */
const asPlatform = (date: Date, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).formatToParts(date);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part('year')}/${part('month')}/${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
};

test.each(zones)('the clocks of %s are right, also in the hours in which they change', (zone) => {
  const hour = 3_600_000;
  const years = [1970, 1972, 2007, 2026];
  for (const year of years)
    for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 5 * hour + 61_001) {
      const date = new Date(at);
      expect(formatDatetime(date, zone).slice(0, 19)).toBe(asPlatform(date, zone));
      if (year > 1972)
        expect(parseDatetime(formatDatetime(date, zone), zone)?.getTime()).toBe(at - (at % 1000));
    }
});

test('within one hour the clocks of a zone may change', () => {
  const before = formatDatetime(new Date('2007-11-04T02:30:59Z'), 'America/St_Johns');
  const after = formatDatetime(new Date('2007-11-04T02:31:00Z'), 'America/St_Johns');
  expect([before, after]).toEqual(['2007/11/04 00:00:59 -0230', '2007/11/03 23:01:00 -0330']);
});

test('instants before 1970 and after 9999 are written, too', () => {
  expect(formatDatetime(new Date('1969-12-31T23:00:00Z'), 'Asia/Shanghai')).toBe('1970/01/01 07:00:00 +0800');
  expect(formatDatetime(new Date('9999-01-01T00:00:00Z'), 'Asia/Shanghai')).toBe('9999/01/01 08:00:00 +0800');
  expect(formatDatetime(new Date(Date.UTC(10_000, 0, 1)), 'UTC')).toBe('10000/01/01 00:00:00 +0000');
});

test('a zone is known by its name, whatever else was asked before', () => {
  for (const zone of zones) expect(isZone(zone)).toBe(true);
  for (let at = 0; at < 1_100; at += 1) expect(isZone(`Nowhere/${at}`)).toBe(false);
  expect(isZone('UTC')).toBe(true);
});

test.each([
  ['2031-01-02 03:04:05.123456+00', '2031-01-02T03:04:05.123Z'],
  ['2031-01-02 03:04:05+08', '2031-01-01T19:04:05.000Z'],
])('%s of the database is an instant', (text, iso) => {
  expect(instantOf(text)?.toISOString()).toBe(iso);
});

test('what the database has none of, and what is none, is no instant', () => {
  expect([instantOf(null), instantOf(undefined), instantOf('soon+00')]).toEqual([null, null, null]);
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
