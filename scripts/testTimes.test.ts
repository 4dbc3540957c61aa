import { expect, test } from 'vitest';
import { withSection } from './house/section.ts';
import { timesOf } from './testTimes.ts';

const file = (name: string, seconds: number, tests: Record<string, number>) => ({
  name: `/here/${name}`,
  status: 'passed',
  startTime: 1_000,
  endTime: 1_000 + seconds * 1000,
  assertionResults: Object.entries(tests).map(([fullName, duration]) => ({
    fullName,
    status: 'passed',
    duration,
  })),
});

test('times are summed per project, and the slowest file and test come first', () => {
  const reports = new Map([
    [
      'shared',
      {
        startTime: 0,
        testResults: [
          file('packages/server/src/a.test.ts', 2, { quick: 10, slow: 1_900 }),
          file('packages/server/src/b.test.ts', 3, { 'a|b': 3_000 }),
          file('scripts/c.test.ts', 1, {}),
          file('e2e/tests/e.test.ts', 4, { journey: 4_000 }),
        ],
      },
    ],
    ['alone', { startTime: 500, testResults: [file('e2e/tests/d.test.ts', 10, { whole: 9_500 })] }],
  ]);
  const lines = timesOf(reports, '/here/').split('\n');
  expect(lines).toEqual(expect.arrayContaining(['| shared | 5.0 |', '| alone | 10.5 |']));
  const after = (heading: string) => lines.slice(lines.indexOf(heading) + 4);
  expect(after('### Projects, the times of their files added up').slice(0, 4)).toEqual([
    '| alone | 10.0 | 1 | 1 |',
    '| server | 5.0 | 2 | 3 |',
    '| journeys | 4.0 | 1 | 1 |',
    '| house | 1.0 | 1 | 0 |',
  ]);
  expect(after('### The slowest 30 files')[0]).toBe('| 10.0 | 1 | e2e/tests/d.test.ts |');
  expect(after('### The slowest 30 tests').slice(0, 3)).toEqual([
    '| 9.5 | d.test.ts | whole |',
    '| 4.0 | e.test.ts | journey |',
    '| 3.0 | b.test.ts | a\\|b |',
  ]);
});

test('a section is replaced between its marks, and only there', () => {
  const page = 'before\n<!-- x -->\nold\n<!-- end of x -->\nafter';
  expect(withSection(page, 'x', 'new')).toBe('before\n<!-- x -->\n\nnew\n\n<!-- end of x -->\nafter');
  expect(() => withSection(page, 'y', 'new')).toThrow('there is no section y');
});

test('results of another checkout are refused', () => {
  const reports = new Map([['shared', { startTime: 0, testResults: [file('scripts/c.test.ts', 1, {})] }]]);
  expect(() => timesOf(reports, '/there/')).toThrow('the results are of another checkout');
});
