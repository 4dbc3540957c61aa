import { expect, test } from 'vitest';
import {
  briefFailures,
  errorsOutsideTests,
  failures,
  firstErrorOutsideTests,
  summary,
} from './testResults.ts';

const of = (...statuses: string[]) => statuses.map((status) => ({ title: '', file: '', status }));

test('a run reports what passed, failed and was skipped', () => {
  expect(summary(of('passed', 'passed', 'pending'), false)).toEqual({
    line: 'tests: 2 passed, 0 failed, 1 skipped',
    isGreen: true,
  });
  expect(summary(of('passed', 'failed'), true)).toEqual({
    line: 'tests: 1 passed, 1 failed',
    isGreen: false,
  });
});

test('a run that broke outside its tests, or ran none, is not green', () => {
  expect(summary(of('passed'), true)).toEqual({ line: 'tests: 1 passed, 1 failed', isGreen: false });
  expect(summary([], false).isGreen).toBe(false);
});

test('a run ends with its failed tests and the start of each message', () => {
  const failed = {
    title: 'keeps a promise',
    file: '/a/b.test.ts',
    status: 'failed',
    message: 'expected 1\nto be 2',
  };
  expect(failures([...of('passed'), failed])).toEqual([
    'failed: /a/b.test.ts > keeps a promise\n  expected 1\n  to be 2',
  ]);
});

test('the last lines name each failed test and error in one line', () => {
  const failed = {
    title: 'keeps a promise',
    file: '/a/b.test.ts',
    status: 'failed',
    message: 'expected 1\nto be 2',
  };
  expect(briefFailures([...of('passed'), failed])).toEqual([
    'failed: /a/b.test.ts > keeps a promise: expected 1',
  ]);
  const output =
    '⎯ Unhandled Errors ⎯\nVitest caught 1 error\n⎯ Uncaught Exception ⎯\nError: read ECONNRESET\n at Socket\n';
  expect(firstErrorOutsideTests(output)).toBe('Error: read ECONNRESET');
  expect(firstErrorOutsideTests('Test Files  1 failed | 375 passed\n')).toBeUndefined();
});

test('an error outside of tests is reported from its start, without colours or empty lines', () => {
  const output = 'passed\n\u001b[31m⎯ Unhandled Errors ⎯\u001b[39m\n\nError: read ECONNRESET\n at Socket\n';
  expect(errorsOutsideTests(output)).toBe('  ⎯ Unhandled Errors ⎯\n  Error: read ECONNRESET\n  at Socket');
  expect(errorsOutsideTests('out of memory\n')).toBe('  out of memory');
});
