import { expect, test } from 'vitest';
import { pathOfHash } from './legacyHash.ts';

test('the hash in a link of an older version gives its path, and any other hash gives none', () => {
  expect(pathOfHash('#/console/users/users?order=name')).toBe('/ui/console/users/users?order=name');
  expect(pathOfHash('#main')).toBeUndefined();
  expect(pathOfHash('')).toBeUndefined();
});
