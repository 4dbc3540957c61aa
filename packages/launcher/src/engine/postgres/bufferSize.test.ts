import { totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { bufferMb, usableMemory } from './bufferSize.ts';

const gb = 1024 ** 3;

test.each([
  [1, 128],
  [8, 128],
  [16, 256],
  [32, 512],
  [64, 512],
])('of %d GB of memory, PostgreSQL may keep %d MB of its tables', (memory, kept) => {
  expect(bufferMb(memory * gb)).toBe(kept);
});

test('the usable memory is never more than the machine has', () => {
  expect(usableMemory()).toBeGreaterThan(0);
  expect(usableMemory()).toBeLessThanOrEqual(totalmem());
});
