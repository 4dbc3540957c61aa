import { expect, test } from 'vitest';
import { windowOf } from './useRowWindow.ts';

const view = (top: number) => ({ top, height: 400, row: 40 });

test('a table of up to forty rows is drawn completely', () => {
  expect(windowOf(40, view(0), -1)).toEqual({ from: 0, to: 40, above: 0, below: 0 });
});

test('of a longer table, only visible rows and a few more are drawn; the rest keeps its height', () => {
  expect(windowOf(100, view(0), -1)).toEqual({ from: 0, to: 20, above: 0, below: 3200 });
  expect(windowOf(100, view(2000), -1)).toEqual({ from: 40, to: 70, above: 1600, below: 1200 });
  expect(windowOf(100, view(3600), -1)).toEqual({ from: 80, to: 100, above: 3200, below: 0 });
});

test('the focused row stays drawn wherever the table is scrolled', () => {
  expect(windowOf(100, view(2000), 3)).toMatchObject({ from: 3, to: 70 });
  expect(windowOf(100, view(0), 90)).toMatchObject({ from: 0, to: 91 });
});

test('the visible rows are rendered, plus ten before and after', () => {
  expect(windowOf(41, view(0), -1)).toEqual({ from: 0, to: 20, above: 0, below: 840 });
  expect(windowOf(100, view(410), -1)).toEqual({ from: 0, to: 31, above: 0, below: 69 * 40 });
  expect(windowOf(100, view(440), -1)).toMatchObject({ from: 1, to: 31 });
  expect(windowOf(100, view(2000), 0)).toMatchObject({ from: 0, to: 70 });
  expect(windowOf(100, view(2000), 50)).toMatchObject({ from: 40, to: 70 });
});
