import { expect, test } from 'vitest';
import { recalled } from './recall.ts';

test.each<[line: string, previous: string | null, expanded: string | null]>([
  ['sudo !!', 'ls', 'sudo ls'],
  ['!!', null, null],
  ['!rm', 'ls', null],
  ['!-2', 'ls', null],
  ['echo !$', 'ls', null],
  ['^a^b^', 'ls', null],
  ['echo "!x"', 'ls', null],
  [`echo "it's !x"`, 'ls', null],
  ["awk '!seen[$0]++' f", 'ls', "awk '!seen[$0]++' f"],
  ['[ ! -f x ] && kill $!', 'ls', '[ ! -f x ] && kill $!'],
  ['test 1 != 2', 'ls', 'test 1 != 2'],
  ['ls [!a]* \\!x', 'ls', 'ls [!a]* \\!x'],
  ['echo hello!', 'ls', 'echo hello!'],
])('%j after %j runs %j', (line, previous, expanded) => {
  expect(recalled(line, previous)).toBe(expanded);
});
