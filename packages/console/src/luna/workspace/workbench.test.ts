import { expect, test } from 'vitest';
import { makeWorkbench } from './workbench.ts';

const storage = { getJson: () => undefined, setJson: () => undefined };

test.each([
  ['a phone', 390, false],
  ['a desk', 1440, true],
])('the asset panel does not cover an opened terminal on %s', (_where, width, stays) => {
  const workbench = makeWorkbench(storage, width);
  workbench.showTree(true);
  workbench.uncover();
  expect(workbench.store.get().isTreeShown).toBe(stays);
});
