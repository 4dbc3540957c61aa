import { expect, test } from 'vitest';
import { makeWorkbench } from './workbench.ts';

const storage = { getJson: () => undefined, setJson: () => undefined };

/** A storage that keeps what is written. */
const keeping = () => {
  const all = new Map<string, unknown>();
  return {
    getJson: <T>(key: string) => all.get(key) as T | undefined,
    setJson: (key: string, value: unknown) => void all.set(key, value),
  };
};

test.each([
  ['a phone', 390, false],
  ['a desk', 1440, true],
])('the asset panel does not cover an opened terminal on %s', (_where, width, stays) => {
  const workbench = makeWorkbench(storage, width);
  workbench.showTree(true);
  workbench.uncover();
  expect(workbench.store.get().isTreeShown).toBe(stays);
});

test.each([
  [1280, { isTreeShown: true, panel: 'session' }],
  [1279, { isTreeShown: true, panel: null }],
  [992, { isTreeShown: true, panel: null }],
  [991, { isTreeShown: false, panel: null }],
  [390, { isTreeShown: false, panel: null }],
])('a window that shrinks to %i px folds what would leave too little room', (width, shown) => {
  const opened = makeWorkbench(storage, width);
  const shrunk = makeWorkbench(storage, 1440);
  shrunk.resized(width);
  expect(opened.store.get()).toMatchObject(shown);
  expect(shrunk.store.get()).toMatchObject(shown);
  shrunk.resized(1440);
  expect(shrunk.store.get()).toMatchObject({ isTreeShown: true, panel: 'session' });
});

test('what is opened in a narrow window stays open while its width hardly changes', () => {
  const workbench = makeWorkbench(storage, 390);
  workbench.togglePanel('session');
  workbench.resized(391);
  expect(workbench.store.get().panel).toBe('session');
  workbench.resized(1000);
  workbench.resized(390);
  workbench.showTree(true);
  workbench.uncover();
  expect(workbench.store.get().isTreeShown).toBe(false);
});

test('only what is chosen in a wide window is stored', () => {
  const kept = keeping();
  const narrow = makeWorkbench(kept, 390);
  narrow.closePanel();
  narrow.showTree(false);
  expect(makeWorkbench(kept, 1440).store.get()).toMatchObject({ isTreeShown: true, panel: 'session' });
  const wide = makeWorkbench(kept, 1440);
  wide.togglePanel('appearance');
  wide.setTreeWidth(300);
  wide.showTree(false);
  wide.resized(390);
  wide.closePanel();
  expect(makeWorkbench(kept, 1280).store.get()).toMatchObject({
    isTreeShown: false,
    panel: 'appearance',
    treeWidth: 300,
  });
  wide.resized(1440);
  wide.closePanel();
  expect(makeWorkbench(kept, 1440).store.get().panel).toBeNull();
});

test.each([
  [{ panel: 'session' }, 'session'],
  [{ panel: 'appearance' }, 'appearance'],
  [{ panel: 'of an older version' }, null],
  [{ panel: null }, null],
  [{ treeWidth: 300 }, 'session'],
])('a window that stored %o opens with this panel: %s', (stored, panel) => {
  const opened = makeWorkbench({ getJson: <T>() => stored as T, setJson: () => undefined }, 1440);
  expect(opened.store.get().panel).toBe(panel);
});
