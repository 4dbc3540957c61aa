import { expect, test } from 'vitest';
import { type TreeLineFacts, treeMove } from './treeMove.ts';

const line = (id: string, parent: string | undefined, over: Partial<TreeLineFacts> = {}): TreeLineFacts => ({
  ...{ id, label: id, level: parent ? 2 : 1, position: 1, size: 1, parent, isOpen: false, canOpen: false },
  ...over,
});
const lines = [
  line('a', undefined, { isOpen: true, canOpen: true }),
  line('a1', 'a', { canOpen: true }),
  line('a2', 'a'),
  line('b', undefined, { canOpen: true }),
  line('c', undefined, { canOpen: true }),
  line('d', 'elsewhere'),
];
const to = (id: string) => ({ kind: 'focus', id });

test.each([
  ['ArrowDown', 'a', to('a1')],
  ['ArrowDown', 'd', to('d')],
  ['ArrowUp', 'a2', to('a1')],
  ['ArrowUp', 'a', to('a')],
  ['Home', 'b', to('a')],
  ['End', 'a', to('d')],
  ['ArrowRight', 'a', to('a1')],
  ['ArrowRight', 'b', { kind: 'open', ids: ['b'] }],
  ['ArrowRight', 'a2', undefined],
  ['ArrowLeft', 'a', { kind: 'close', id: 'a' }],
  ['ArrowLeft', 'a2', to('a')],
  ['ArrowLeft', 'b', undefined],
  ['ArrowLeft', 'd', undefined],
  ['*', 'b', { kind: 'open', ids: ['b', 'c'] }],
  ['*', 'a2', { kind: 'open', ids: ['a1'] }],
  ['x', 'a', undefined],
  ['ArrowDown', 'gone', undefined],
] as const)('the key %s on node %s gives the move %j', (key, at, move) => {
  expect(treeMove(lines, at, key)).toEqual(move);
});
