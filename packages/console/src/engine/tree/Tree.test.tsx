import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Tree } from './Tree.tsx';
import type { TreeLine } from './treeModel.ts';

const line = (id: string, name: string, position: number, over: Partial<TreeLine> = {}): TreeLine => ({
  node: { id, name, title: name, pId: '', isParent: true, open: false, meta: { type: 'node' } },
  level: 1,
  isOpen: false,
  position,
  size: 2,
  parent: undefined,
  ...over,
});
const amsterdam = line('a', 'Amsterdam (3)', 1);
const berlin = line('b', 'Berlin', 2);

const show = (over: Partial<Parameters<typeof Tree>[0]> = {}) => {
  const does = { onSelect: vi.fn(), onToggle: vi.fn(), onMenu: vi.fn() };
  render(<Tree label="Places" lines={[amsterdam, berlin]} canOpen={() => true} {...does} {...over} />);
  return { ...does, user: userEvent.setup(), item: (name: string) => screen.getByRole('treeitem', { name }) };
};

test('the menu of a line opens by key below the line, and by mouse where it was pressed', async () => {
  const { onMenu, user, item } = show();
  const place = { left: 20, bottom: 50 } as DOMRect;
  vi.spyOn(item('Berlin'), 'getBoundingClientRect').mockReturnValue(place);
  await user.tab();
  await user.keyboard('{ArrowDown}{ContextMenu}');
  expect(onMenu).toHaveBeenCalledOnce();
  const [chosen, at] = onMenu.mock.calls[0] ?? [];
  expect(chosen.node.name).toBe('Berlin');
  expect(at.x).toBeGreaterThan(place.left);
  expect(at.y).toBe(place.bottom);
  // False: the browser's own menu does not open.
  expect(fireEvent.contextMenu(item('Amsterdam, 3'), { clientX: 7, clientY: 9 })).toBe(false);
  expect(onMenu.mock.lastCall).toEqual([expect.objectContaining({ node: amsterdam.node }), { x: 7, y: 9 }]);
});

test('without a menu of its own a line has that of the browser', () => {
  const { item } = show({ onMenu: undefined });
  expect(fireEvent.contextMenu(item('Berlin'))).toBe(true);
});

test('a line is chosen by mouse and by key, and opened by arrow', async () => {
  const { onSelect, onToggle, user, item } = show();
  await user.click(item('Berlin'));
  await user.keyboard('{Enter}{ArrowRight}');
  expect(onSelect.mock.calls.map(([{ node }]) => node.id)).toEqual(['b', 'b']);
  expect(onToggle.mock.calls.map(([{ node }, isOpen]) => [node.id, isOpen])).toEqual([['b', true]]);
});

test('in a tree with checkboxes a line is checked instead of chosen, unless it is disabled', async () => {
  const onCheck = vi.fn();
  const { onSelect, user, item } = show({
    onCheck,
    checkedOf: ({ node }) => node.id === 'a',
    isDisabled: ({ node }) => node.id === 'a',
  });
  expect(item('Amsterdam, 3').getAttribute('aria-checked')).toBe('true');
  await user.click(item('Amsterdam, 3'));
  await user.click(item('Berlin'));
  expect(onCheck.mock.calls.map(([{ node }]) => node.id)).toEqual(['b']);
  expect(onSelect).not.toHaveBeenCalled();
});

test('a line may be dropped where the page allows it', () => {
  const onDrop = vi.fn();
  const { item } = show({ canDrop: (_dragged, target) => target === 'b', onDrop });
  fireEvent.dragStart(item('Amsterdam, 3'));
  expect(fireEvent.dragOver(item('Amsterdam, 3'))).toBe(true);
  expect(fireEvent.dragOver(item('Berlin'))).toBe(false);
  fireEvent.drop(item('Berlin'));
  expect(onDrop).toHaveBeenCalledExactlyOnceWith('a', 'b');
});
