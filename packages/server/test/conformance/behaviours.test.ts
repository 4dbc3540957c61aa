import { expect, test } from 'vitest';
import type { Behaviours } from '../../src/app/behaviours.ts';

/** A correct entry, then mistakes that the type check must catch. */
const mistakes: Behaviours[] = [
  { 'terminal.task': { hiddenFields: () => ['args'] } },
  // @ts-expect-error an unknown field
  { 'terminal.task': { hiddenFields: () => ['arsg'] } },
  // @ts-expect-error an unknown resource
  { 'terminal.tsak': {} },
  // @ts-expect-error a resource whose computed fields nobody computes
  { 'terminal.session': {} },
];

test('a behaviour of an unknown resource or field, or one that leaves fields out, does not compile', () => {
  expect(mistakes).toHaveLength(4);
});
