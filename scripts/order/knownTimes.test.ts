import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../run.ts';
import { knownTimes } from './knownTimes.ts';

test('the times of files in docs/tests.md are known; those of single tests are not', () => {
  const page = [
    '| 273.9 | 97 | e2e/tests/pages/everyPage.test.ts |',
    '| 8.0 | 2 | packages/console/src/app/App.test.tsx |',
    '| 37.2 | gatewayEnding.test.ts | idle time is a setting |',
    '| server | 238.4 | 132 | 1824 |',
  ].join('\n');
  expect([...knownTimes(page)]).toEqual([
    ['e2e/tests/pages/everyPage.test.ts', 273.9],
    ['packages/console/src/app/App.test.tsx', 8],
  ]);
});

test('the page holds the times of the longest files', () => {
  const times = knownTimes(readFileSync(join(project, 'docs/tests.md'), 'utf8'));
  expect(times.size).toBeGreaterThanOrEqual(30);
  expect(times.get('e2e/tests/pages/everyPage.test.ts')).toBeGreaterThan(0);
});
