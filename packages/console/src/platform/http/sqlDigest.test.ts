import { expect, test } from 'vitest';
import { createSqlDigest } from './sqlDigest.ts';

const recorded = (header: string) => {
  const digest = createSqlDigest();
  digest.record('/api/v1/users/users/?limit=15', header);
  return digest.entries();
};

test('B-9-022 the two queries of every request are not counted, and fewer than three others are ignored', () => {
  expect(recorded('4')).toEqual([]);
  expect(recorded('5')).toEqual([{ url: '/users/users', count: 3 }]);
  expect(recorded('')).toEqual([]);
});

test.each([
  [5, undefined],
  [6, 'warning'],
  [10, 'warning'],
  [11, 'danger'],
])('B-9-023 the level of %i counted queries is %s', (count, level) => {
  expect(recorded(String(count + 2))[0]?.level).toBe(level);
});
