import { expect, test } from 'vitest';
import { isDeep } from './isDeep.ts';

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

test('JSON with more than 100 nested levels is too deep', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
    expect([isDeep(nested(100, open, close)), isDeep(nested(101, open, close))]).toEqual([false, true]);
});

test('only brackets that are open at the same time and outside of strings count as JSON levels', () => {
  expect(isDeep(`[${'[],{},'.repeat(200)}]`)).toBe(false);
  expect(isDeep(`["${'['.repeat(200)}"]`)).toBe(false);
  expect(isDeep(`["\\"${'['.repeat(200)}"]`)).toBe(false);
  expect(isDeep(`["\\\\",${'['.repeat(200)}`)).toBe(true);
  expect(isDeep(`["a","b",${'['.repeat(200)}`)).toBe(true);
});
