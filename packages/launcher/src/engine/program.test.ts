import { expect, test } from 'vitest';
import { environmentOf, tellingLine } from './program.ts';

test.each([
  [
    'an error with its stack and properties',
    [
      'boot',
      'DatabaseError: no such table',
      '    at main.ts:1',
      '  cause: {',
      "    code: '42P01',",
      '  }',
      '}',
      'Node.js v24',
    ],
    'DatabaseError: no such table',
  ],
  [
    'a plain refusal',
    ['The database is newer than this program.'],
    'The database is newer than this program.',
  ],
  ['nothing', [], ''],
])('the relevant line of %s is shown', (_, lines, line) => {
  expect(tellingLine(lines)).toBe(line);
});

test('a program gives freed memory back, unless its environment says otherwise', () => {
  expect(environmentOf({ HOME: '/srv' })).toEqual({
    HOME: '/srv',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
  });
  expect(environmentOf({ MALLOC_ARENA_MAX: '8' })).toMatchObject({ MALLOC_ARENA_MAX: '8' });
});
