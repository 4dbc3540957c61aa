import { expect, test } from 'vitest';
import { ABILITIES } from './abilities.ts';

test('the query parameter for the abilities of rows is named abilities', () => {
  expect(ABILITIES).toBe('abilities');
});
