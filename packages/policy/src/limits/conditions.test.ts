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
