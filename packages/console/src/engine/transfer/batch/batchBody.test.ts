import { expect, test } from 'vitest';
import { batchBody } from './batchBody.ts';

test('B-5-043 only checked fields are sent, once per selected row', () => {
  expect(batchBody(['a', 'b'], { comment: 'x', is_active: true }, new Set(['comment']))).toEqual([
    { id: 'a', comment: 'x' },
    { id: 'b', comment: 'x' },
  ]);
});
