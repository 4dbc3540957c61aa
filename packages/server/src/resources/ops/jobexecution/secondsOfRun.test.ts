import { expect, test } from 'vitest';
import { secondsOfRun } from './index.ts';

test('a run took seconds with two decimals, and none before it starts', () => {
  const date_start = new Date('2026-03-18T12:00:00.000Z');
  const date_finished = new Date('2026-03-18T12:01:01.234Z');
  expect(secondsOfRun({ date_start, date_finished } as never)).toBe(61.23);
  expect(secondsOfRun({ date_start: null, date_finished: null } as never)).toBe(0);
});
