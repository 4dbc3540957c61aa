import { expect, test } from 'vitest';
import { backOff, createPauses, untilDone } from './retry.ts';

const limits = { first_ms: 100, max_ms: 1_000 };

test('delays double up to a limit and vary by up to a quarter', () => {
  for (const [failures, usual] of [
    [0, 100],
    [1, 200],
    [3, 800],
    [4, 1_000],
    [5_000, 1_000],
  ] as const)
    for (let round = 0; round < 20; round += 1) {
      const delay = backOff(failures, limits);
      expect([failures, delay >= usual * 0.75, delay <= usual * 1.25]).toEqual([failures, true, true]);
    }
});

test('a delay ends after its time, when all delays are woken, or when the process stops', async () => {
  const pauses = createPauses();
  expect(await pauses.wait(1)).toBe(true);
  const woken = [pauses.wait(60_000), pauses.wait(60_000)];
  pauses.wakeAll();
  expect(await Promise.all(woken)).toEqual([true, true]);
  expect(pauses.stopped()).toBe(false);
  const stopped = pauses.wait(60_000);
  pauses.stop();
  expect([await stopped, await pauses.wait(60_000), pauses.stopped()]).toEqual([false, false, true]);
});

test('a failed attempt is retried as long as its rules allow and the process runs', async () => {
  const failing = (times: number, more: object = {}) => {
    const seen: number[] = [];
    let left = times;
    const pauses = createPauses();
    const done = untilDone(
      async () => {
        if (left > 0) throw new Error(`failure ${left--}`);
        return 'done';
      },
      {
        ...{ pauses, first_ms: 1, max_ms: 2 },
        shouldRetry: (_error, failures) => {
          seen.push(failures);
          return failures < 4;
        },
        ...more,
      },
    );
    return { done, seen, pauses };
  };
  const some = failing(3);
  expect([await some.done, some.seen]).toEqual(['done', [1, 2, 3]]);
  const many = failing(9);
  await expect(many.done).rejects.toThrow('failure 6');
  const slow = failing(9, { first_ms: 60_000, max_ms: 60_000 });
  setImmediate(slow.pauses.stop);
  await expect(slow.done).rejects.toThrow('failure 9');
});
