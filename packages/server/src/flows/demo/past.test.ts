import { expect, test } from 'vitest';
import { pastOf } from './past.ts';

const [hour, day] = [3_600_000, 86_400_000];
const members = ['ann', 'bob', 'eve'];
const targets = Array.from({ length: 20 }, (_, at) => `host-${at}`);
const now = new Date('2026-03-18T12:00:00Z');
const dateOf = (at: Date) => at.toISOString().slice(0, 10);

test('the past sessions of a demo company are the same at every start', () => {
  expect(pastOf(members, targets, now)).toEqual(pastOf(members, targets, now));
  expect(pastOf(members, targets, now)).not.toEqual(pastOf([...members, 'joe'], targets, now));
});

test('demo sessions fall in the working hours of the last four weeks, with hardly any at weekends', () => {
  const pasts = pastOf(members, targets, now);
  const midnight = Date.parse('2026-03-18T00:00:00Z');
  for (const { start, remoteAddr, script } of pasts) {
    expect(start.getTime()).toBeLessThan(now.getTime());
    expect(start.getTime()).toBeGreaterThanOrEqual(midnight - 27 * day);
    const ofDay = start.getTime() % day;
    expect(ofDay).toBeGreaterThanOrEqual(7 * hour);
    expect(ofDay).toBeLessThan(18 * hour);
    expect(remoteAddr).toMatch(/^10\.2\.14\.([2-7]\d)$/);
    expect([Number.isInteger(script), script >= 0, script < 1000]).toEqual([true, true, true]);
  }
  const byDay = Map.groupBy(pasts, ({ start }) => dateOf(start));
  for (let back = 1; back < 28; back += 1) {
    const at = new Date(midnight - back * day);
    const count = byDay.get(dateOf(at))?.length ?? 0;
    const [least, most] = [0, 6].includes(at.getUTCDay()) ? [0, 1] : [3, 8];
    expect([dateOf(at), count >= least, count <= most]).toEqual([dateOf(at), true, true]);
  }
  const weekdays = [...byDay.values()].map(({ length }) => length);
  expect(Math.max(...weekdays)).toBeGreaterThanOrEqual(7);
});

test('some demo users have more sessions than others', () => {
  const pasts = pastOf(members, targets, now);
  const count = (member: string) => pasts.filter((past) => past.member === member).length;
  expect(count('ann')).toBeGreaterThan(count('eve'));
  expect(count('eve')).toBeGreaterThan(0);
  expect(new Set(pasts.map(({ target }) => target)).size).toBeGreaterThan(10);
  expect(pastOf([], targets, now)).toEqual([]);
  expect(pastOf(members, [], now)).toEqual([]);
});
