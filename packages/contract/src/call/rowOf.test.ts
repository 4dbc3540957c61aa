import { expect, test } from 'vitest';
import type { z } from 'zod';
import { asset } from '../resources/assets/asset.ts';
import { partOf } from './rowOf.ts';

// The compiler finds the planted mistakes: a missing expected error fails the type check.
test('a part of a row has its named fields and no others', () => {
  const part = partOf(asset, ['name', 'address']);
  const row: z.output<typeof part> = { id: 'a', name: 'web-01', address: '10.0.0.1' };
  // @ts-expect-error the field is spelled address
  const misspelt = row.adress;
  // @ts-expect-error the part leaves the comment out
  const left = row.comment;
  expect([misspelt, left]).toEqual([undefined, undefined]);
  expect(part.safeParse(row).success).toBe(true);
  expect(part.safeParse({ ...row, adress: '' }).success).toBe(false);
});
