import { expect, test } from 'vitest';
import { lineDiff } from './lineDiff.ts';

const shown = (before: string, after: string) =>
  lineDiff(before, after).map((line) =>
    line.kind === 'left out' ? `… ${line.count}` : { same: ' ', gone: '-', new: '+' }[line.kind] + line.text,
  );
const numbered = (count: number, change: (line: number) => string = String) =>
  Array.from({ length: count }, (_, line) => change(line)).join('\n');

test('a changed, an added and a missing line stand where they differ; equal lines far from them are left out', () => {
  expect(shown('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual([' a', '-b', '+x', ' c', '+d']);
  expect(shown('a\nb\nc', 'a\nc')).toEqual([' a', '-b', ' c']);
  expect(
    shown(
      numbered(20),
      numbered(20, (line) => (line === 10 ? 'x' : String(line))),
    ),
  ).toEqual([...['… 7', ' 7', ' 8', ' 9', '-10', '+x', ' 11', ' 12', ' 13', '… 6']]);
  expect(shown('same', 'same\n')).toEqual(['… 1']);
});

test('long texts without a common line are compared at once', () => {
  const lines = lineDiff(
    numbered(30_000),
    numbered(30_000, (line) => `x${line}`),
  );
  expect(lines.filter(({ kind }) => kind === 'gone')).toHaveLength(30_000);
});
