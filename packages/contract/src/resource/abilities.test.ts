import { expect, test } from 'vitest';
import { ABILITIES } from './abilities.ts';

test('clients ask for the abilities of rows as `?abilities=1`', () => {
  expect(ABILITIES).toBe('abilities');
});
