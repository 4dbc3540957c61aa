import { expect, test } from 'vitest';
import { onlyNegative, testsOfStatements } from './negativeTests.ts';

const verdict = (body: string) =>
  testsOfStatements('a.test.tsx', `test('B-1-001 so', async () => { ${body} });`)[0]?.isNegative;

test.each([
  "expect(screen.queryByText('a')).toBeNull();",
  'expect(calls).toEqual([]); expect(calls).toHaveLength(0);',
  "expect(text).not.toContain('secret');",
  'expect(value).toBeUndefined(); expect(found).toBe(false);',
  "await screen.findByText('page'); expect(screen.queryByRole('alert')).toBeNull();",
  'await expect.poll(() => calls).toEqual([]);',
])('a test that asserts absence only: %s', (body) => {
  expect(verdict(body)).toBe(true);
});

test.each([
  "expect(screen.queryByText('a')).toBeNull(); expect(path()).toBe('/404');",
  'expect(found).not.toBeNull();',
  "expect(await screen.findByText('a')).toBeTruthy();",
  'expect(calls).toHaveLength(1);',
  'expect(status).toBe(403);',
  "await screen.findByText('a');",
  'await expectAskingClose(dialog);',
  "await expect(promise).rejects.toThrow('no');",
])('a test that asserts something is there: %s', (body) => {
  expect(verdict(body)).toBe(false);
});

test('statements are found in titles, in templates and in the rows of a test', () => {
  const text = `
    test.each([['A-1-001', 1], ['A-1-002', 2]])('%s A-1-003 x', (_id, n) => { expect(n).toBe(1); });
    describe('A-1-009', () => { test(\`A-1-004 \${x}\`, () => { expect(y).toBeNull(); }); });
  `;
  expect(testsOfStatements('a.test.ts', text)).toEqual([
    { id: 'A-1-003', isNegative: false },
    { id: 'A-1-001', isNegative: false },
    { id: 'A-1-002', isNegative: false },
    { id: 'A-1-004', isNegative: true },
  ]);
});

test('a statement is doubtful only if no test of any file asserts something', () => {
  const file = (name: string, ...tests: [title: string, body: string][]) => ({
    file: name,
    text: tests.map(([title, body]) => `test('${title}', () => { ${body} });`).join('\n'),
  });
  const files = [
    file('a.test.ts', ['A-1-001 A-1-002 x', 'expect(a).toBeNull();']),
    file('b.test.ts', ['A-1-002 y', 'expect(b).toBe(7);'], ['A-1-003 z', 'expect(c).toBe(8);']),
  ];
  expect([...onlyNegative(files)]).toEqual(['A-1-001']);
});
