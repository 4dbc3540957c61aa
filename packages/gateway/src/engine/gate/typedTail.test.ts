import { expect, test } from 'vitest';
import { createTypedTail } from './typedTail.ts';

test.each([
  ['rm data', 'rmdata'],
  ['-rf data\u0001rm ', 'rm'],
  ['ls\u001b[A', ''],
  ['ls\u001b[Dx', 'x'],
  ['\u001b[200~rm data\u001b[201~', ''],
  ['ls\rrm', 'rm'],
  ['x\u001b0ifor', ''],
  ['x\u001b0ifor\rls', 'ls'],
])('behind the last key that edits, %j holds %j', (keys, tail) => {
  const typed = createTypedTail();
  typed.sent(keys);
  expect(typed.text()).toBe(tail);
});
