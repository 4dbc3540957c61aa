import { expect, test } from 'vitest';
import { makeCastStore } from './castStore.ts';
import { activity, advance, clock, idleGaps, parseMoment, savedSeconds, spoken } from './timeline.ts';

const storeOf = (...times: number[]) => {
  const store = makeCastStore();
  for (const time of times) store.output(time, 'x'.repeat(10));
  return store;
};

test('silence over two seconds is idle, also at the end', () => {
  const store = storeOf(0.5, 1, 61, 62);
  store.touch(72);
  expect(idleGaps(store)).toEqual([
    { from: 1, to: 61 },
    { from: 62, to: 72 },
  ]);
});

test('skipping saves everything but two seconds of each gap', () => {
  expect(
    savedSeconds([
      { from: 1, to: 61 },
      { from: 62, to: 72 },
    ]),
  ).toBe(58 + 8);
});

test('playing over a gap waits two seconds and jumps to its end', () => {
  const gaps = [{ from: 1, to: 61 }];
  expect(advance(0, 0.5, gaps, 100)).toBe(0.5);
  expect(advance(0, 2.5, gaps, 100)).toBe(2.5);
  expect(advance(0, 3.5, gaps, 100)).toBeCloseTo(61.5);
  expect(advance(30, 1, gaps, 100)).toBe(62);
});

test('without skipping the clock runs through the gap', () => {
  expect(advance(0, 30, null, 100)).toBe(30);
});

test('playing stops at the end', () => {
  expect(advance(99, 5, [], 100)).toBe(100);
});

test('several gaps in one long step are all skipped', () => {
  const gaps = [
    { from: 1, to: 11 },
    { from: 12, to: 22 },
  ];
  expect(advance(0, 10, gaps, 100)).toBeCloseTo(1 + 2 + 1 + 2 + (10 - 6) + 20 - 4);
});

test('the strip shows output where it happened, with small output still visible', () => {
  const store = storeOf(1, 1, 1, 99);
  store.touch(100);
  const bars = activity(store, 10);
  expect(bars[0]).toBe(1);
  expect(bars[9]).toBeGreaterThan(0.5);
  expect(bars.slice(1, 9).every((bar) => bar === 0)).toBe(true);
});

test('one peak does not flatten the rest of the strip', () => {
  const store = makeCastStore();
  store.output(5, 'x'.repeat(1_000_000));
  store.output(25, 'x'.repeat(40));
  store.output(45, 'x'.repeat(4000));
  store.touch(50);
  const [peak = 0, , typed = 0, , listed = 0] = activity(store, 5);
  expect(peak).toBe(1);
  expect(typed).toBeGreaterThan(0.25);
  expect(listed).toBeGreaterThan(2 * typed);
  expect(listed).toBeLessThan(0.7);
});

test('the clock keeps the width of the longest time', () => {
  expect(clock(475, 804)).toBe('07:55');
  expect(clock(475, 7200)).toBe('0:07:55');
  expect(clock(3723)).toBe('1:02:03');
});

test.each([
  ['95', 95],
  ['1:35', 95],
  ['1:01:35', 3695],
  ['12.5', 12.5],
  ['-4', 0],
  ['abc', 0],
  [null, 0],
])('the time %s in a link is %s s', (text, seconds) => {
  expect(parseMoment(text)).toBe(seconds);
});

test('a duration is written with its two largest units, in the language', () => {
  expect(spoken(190, 'en')).toBe('3 min 10 sec');
  expect(spoken(7325, 'en')).toBe('2 hr 2 min');
  expect(spoken(0, 'en')).toBe('0 sec');
  expect(spoken(190, 'zh-hans')).toBe('3分钟10秒');
});
