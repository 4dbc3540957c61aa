import { expect, test } from 'vitest';
import { tellingLine } from './program.ts';

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
