import { expect, test } from 'vitest';
import { z } from 'zod';
import { orderedId } from './orderedId.ts';

const random = '4f7b3d0e-9a61-4c58-8f12-3b6a7c9d0e1f';

test('ids sort by time, then by number, and are UUIDs', () => {
  const now = 1_790_000_000_123;
  const ids = [
    orderedId(random, now, 0),
    ...[1, 255, 256, 4_095, 4_096, 1_048_576, 2 ** 32 - 1].map((number) => orderedId(random, now, number)),
    orderedId(random, now + 1, 0),
    orderedId(random, now + 1_000, 7),
  ];
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
});

test('ids of the same time and number differ in their random part', () => {
  expect(orderedId(random, 1, 1)).not.toBe(orderedId('4f7b3d0e-9a61-4c58-8f12-3b6a7c9d0e2f', 1, 1));
});
