import { expect, test } from 'vitest';
import { afterPress, checkedState, leafValues } from './checkModel.ts';

const tree = {
  value: 'All',
  label: 'All',
  children: [
    { value: 'connect', label: 'Connect' },
    {
      value: 'Transfer',
      label: 'Transfer',
      children: [
        { value: 'upload', label: 'Upload' },
        { value: 'download', label: 'Download' },
      ],
    },
  ],
};

test('only leaves are values', () => {
  expect(leafValues(tree)).toEqual(['connect', 'upload', 'download']);
});

test('a branch is checked, mixed or empty by its leaves', () => {
  expect(checkedState(tree, new Set(['connect']))).toBe('mixed');
  expect(checkedState(tree, new Set(['connect', 'upload', 'download']))).toBe(true);
  expect(checkedState(tree, new Set())).toBe(false);
});

test('pressing a branch checks all of it, pressing a checked one clears it', () => {
  const filled = afterPress(tree, new Set(['upload']));
  expect([...filled].sort()).toEqual(['connect', 'download', 'upload']);
  expect([...afterPress(tree, filled)]).toEqual([]);
});

test('a node with an empty list of children is a leaf, and pressing it toggles only that node', () => {
  const leaf = { value: 'view', label: 'View', children: [] };
  expect(leafValues(leaf)).toEqual(['view']);
  const chosen = new Set(['edit']);
  expect([...afterPress(leaf, chosen)]).toEqual(['edit', 'view']);
  expect([...afterPress(leaf, new Set(['edit', 'view']))]).toEqual(['edit']);
  expect([...chosen]).toEqual(['edit']);
});
