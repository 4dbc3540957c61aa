import { ipOf } from '@gatehouse/contract/network/ipGroup.ts';
import type { RuleConditions } from '@gatehouse/contract/policy/rules.ts';
import { expect, test } from 'vitest';
import { compileConditions, momentIn } from './conditions.ts';

const isAt = (time_period: RuleConditions['time_period'], at: string, zone = 'UTC') =>
  compileConditions({ time_period }).isAt(momentIn(zone)(new Date(at)));
const days = (value: string, id: number | string = 1) => [{ id, value }];

// 2026-11-23 is a Monday.
test.each<[value: string, at: string, isMet: boolean]>([
  ['09:00~18:00', '2026-11-23T09:00:00Z', true],
  ['09:00~18:00', '2026-11-23T17:59:59Z', true],
  ['09:00~18:00', '2026-11-23T18:00:00Z', false],
  ['09:00~18:00', '2026-11-23T08:59:59Z', false],
  ['00:00~07:30、10:00~13:00', '2026-11-23T00:00:00Z', true],
  ['00:00~07:30、10:00~13:00', '2026-11-23T07:30:00Z', false],
  ['00:00~07:30、10:00~13:00', '2026-11-23T12:59:00Z', true],
  ['22:00~00:00', '2026-11-23T23:59:59Z', true],
  ['22:00~00:00', '2026-11-24T00:00:00Z', false],
  ['00:00~00:00', '2026-11-23T12:00:00Z', true],
  ['00:00~00:00', '2026-11-22T23:59:59Z', false],
  ['', '2026-11-23T12:00:00Z', false],
  ['22:00~06:00', '2026-11-23T23:00:00Z', false],
  ['noon', '2026-11-23T12:00:00Z', false],
  ['09:15~18:00', '2026-11-23T12:00:00Z', false],
])('on Mondays %j at %s: %s', (value, at, isMet) => {
  expect(isAt(days(value), at)).toBe(isMet);
});

test('an empty list and a missing one are always met, a day without an entry never', () => {
  for (const rules of [undefined, null, {}, { time_period: [], ip_group: [] }]) {
    expect(compileConditions(rules).isAt({ weekday: 3, minutes: 5 })).toBe(true);
    expect(compileConditions(rules).isFrom(undefined)).toBe(true);
  }
  expect(isAt(days('00:00~00:00', '0'), '2026-11-22T12:00:00Z')).toBe(true);
  expect(isAt(days('00:00~00:00', 0), '2026-11-23T12:00:00Z')).toBe(false);
});

test.each([0, 1, 2, 3, 4, 5, 6])('the day with the number %i is known', (weekday) => {
  // 2026-11-22 is a Sunday.
  const at = `2026-11-${22 + weekday}T12:00:00Z`;
  for (const id of [0, 1, 2, 3, 4, 5, 6])
    expect(isAt(days('00:00~00:00', id), at), String(id)).toBe(id === weekday);
});

test('the clock is that of the zone, also on the days it is set', () => {
  expect(isAt(days('00:00~01:00'), '2026-11-22T16:30:00Z', 'Asia/Shanghai')).toBe(true);
  // Berlin skips 02:00 to 03:00 on Sunday, 2026-03-29, and has them twice on 2026-10-25.
  const night = days('02:00~03:00', 0);
  expect(isAt(night, '2026-03-29T00:59:00Z', 'Europe/Berlin')).toBe(false);
  expect(isAt(night, '2026-03-29T01:00:00Z', 'Europe/Berlin')).toBe(false);
  expect(isAt(night, '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe(true);
  expect(isAt(night, '2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe(true);
  expect(isAt(night, '2026-10-25T02:00:00Z', 'Europe/Berlin')).toBe(false);
});

// A day off from UTC, half and quarter hours off, and on the far side of the date line.
test.each<[zone: string, at: string, isMet: boolean]>([
  ['Asia/Kolkata', '2026-11-22T18:29:59Z', false],
  ['Asia/Kolkata', '2026-11-22T18:30:00Z', true],
  ['Asia/Kathmandu', '2026-11-22T18:14:59Z', false],
  ['Asia/Kathmandu', '2026-11-22T18:15:00Z', true],
  ['Pacific/Kiritimati', '2026-11-22T10:00:00Z', true],
  ['Pacific/Kiritimati', '2026-11-23T10:00:00Z', false],
  ['Pacific/Pago_Pago', '2026-11-23T10:59:59Z', false],
  ['Pacific/Pago_Pago', '2026-11-23T11:00:00Z', true],
  ['America/St_Johns', '2026-11-24T03:29:59Z', true],
  ['America/St_Johns', '2026-11-24T03:30:00Z', false],
])('all of Monday in %s has %s: %s', (zone, at, isMet) => {
  expect(isAt(days('00:00~00:00'), at, zone)).toBe(isMet);
});

test('a day whose midnight the clock skips or has twice begins and ends with the date', () => {
  // Beirut skips Sunday, 2026-03-29, 00:00 to 01:00; Havana has 00:00 to 01:00 twice on Sunday, 2026-11-01.
  const early = days('00:00~01:00', 0);
  const skipped = Array.from({ length: 48 }, (_, half) =>
    new Date(Date.UTC(2026, 2, 28, 12) + half * 1_800_000).toISOString(),
  );
  expect(skipped.filter((at) => isAt(early, at, 'Asia/Beirut'))).toEqual([]);
  expect(isAt(early, '2026-11-01T03:59:59Z', 'America/Havana')).toBe(false);
  for (const at of ['2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z'])
    expect(isAt(early, at, 'America/Havana')).toBe(true);
  expect(isAt(early, '2026-11-01T06:00:00Z', 'America/Havana')).toBe(false);
});

test('the end of a year and a leap day are no edges', () => {
  expect(isAt(days('22:00~00:00', 4), '2026-12-31T23:59:59Z')).toBe(true);
  expect(isAt(days('00:00~00:30', 5), '2027-01-01T00:00:00Z')).toBe(true);
  expect(isAt(days('00:00~00:30', 2), '2028-02-29T00:29:59Z')).toBe(true);
});

test.each<[group: string[], address: string, isMet: boolean]>([
  [['*'], '', true],
  [['*'], '10.0.0.1', true],
  [['10.0.0.0/8'], '', false],
  [['10.0.0.0/8', '::1'], '10.9.9.9', true],
  [['10.0.0.0/8', '::1'], '0:0:0:0:0:0:0:1', true],
  [['10.0.0.1-10.0.0.5'], '10.0.0.6', false],
  [['10.0.0.1-10.0.0.5'], '::ffff:10.0.0.5', true],
  [['10.0.0.7'], '10.0.0.70', false],
  [['0.0.0.0/0'], '::2', false],
  [['fe80::/10'], 'fe80::1%eth0', true],
  [['here'], 'here', false],
])('the group %j has %j: %s', (ip_group, address, isMet) => {
  expect(compileConditions({ ip_group }).isFrom(ipOf(address))).toBe(isMet);
});
