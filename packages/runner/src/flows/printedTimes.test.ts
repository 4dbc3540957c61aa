import { MOST_OUTPUT_TIMES } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { createPrintedTimes } from './printedTimes.ts';

test('the time of each piece of output is noted; pieces that come together are one', () => {
  let now = 1_000;
  const times = createPrintedTimes(() => now);
  for (const [at, to] of [
    [1_000, 3],
    [1_010, 5],
    [1_500.4, 9],
    [9_000, 10],
  ] as const) {
    now = at;
    times.note(to);
  }
  expect(times.all()).toEqual([
    [0, 5],
    [500, 9],
    [8_000, 10],
  ]);
});

test('output without end is noted in few pieces, in order, up to the last', () => {
  let now = 0;
  const times = createPrintedTimes(() => now);
  for (let to = 1; to <= 100_000; to += 1) {
    now += 25;
    times.note(to);
  }
  const all = times.all();
  expect(all.length).toBeLessThanOrEqual(MOST_OUTPUT_TIMES);
  expect(all.length).toBeGreaterThan(MOST_OUTPUT_TIMES / 4);
  expect(all.at(-1)?.[1]).toBe(100_000);
  for (const [index, [at, to]] of all.entries()) {
    expect(at).toBeGreaterThan(all[index - 1]?.[0] ?? -1);
    // Nothing is shown more than one step before it was printed.
    expect(to * 25 - at).toBeLessThan(25 * 200);
  }
});
