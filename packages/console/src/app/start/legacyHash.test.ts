import { expect, test } from 'vitest';
import { pathOfHash } from './legacyHash.ts';

test('links of older versions keep working', () => {
  expect(pathOfHash('#/console/users/users?order=name')).toBe('/ui/console/users/users?order=name');
  expect(pathOfHash('#main')).toBeUndefined();
  expect(pathOfHash('')).toBeUndefined();
});
