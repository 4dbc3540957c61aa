import { cleanup, fireEvent, render, screen } from '@testing-library/react';
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
  // False means that the event was prevented, so the browser's own menu does not open.
  expect(fireEvent.contextMenu(item('Amsterdam, 3'), { clientX: 7, clientY: 9 })).toBe(false);
  expect(onMenu.mock.lastCall).toEqual([expect.objectContaining({ node: amsterdam.node }), { x: 7, y: 9 }]);
});

test('a line without a menu of its own opens that of the browser', () => {
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

test('clicking the arrow of a node toggles it without selecting it; a leaf has no arrow', () => {
  const opened = { ...amsterdam, isOpen: true };
  const { item, onToggle, onSelect } = show({
    lines: [opened, berlin],
    canOpen: ({ node }) => node.id === 'a',
  });
  const arrow = (name: string) => item(name).firstElementChild as HTMLElement;
  fireEvent.click(arrow('Amsterdam, 3'));
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ node: amsterdam.node }), false);
  expect(onSelect).not.toHaveBeenCalled();
  expect([arrow('Amsterdam, 3').innerHTML.includes('anticon-down'), arrow('Berlin').innerHTML]).toEqual([
    true,
    '',
  ]);
  fireEvent.click(arrow('Berlin'));
  expect(onSelect).toHaveBeenCalledOnce();
});

test('a checkbox shows whether all, some or none of a branch is chosen', () => {
  const states = { a: true, b: 'mixed', c: false } as const;
  const { item } = show({
    lines: [amsterdam, berlin, line('c', 'Cairo', 3)],
    onCheck: () => undefined,
    checkedOf: ({ node }) => states[node.id as 'a'],
  });
  const boxes = ['Amsterdam, 3', 'Berlin', 'Cairo'].map((name) => {
    const box = item(name).querySelector<HTMLElement>('[data-state]');
    return [item(name).getAttribute('aria-checked'), box?.dataset.state, box?.innerHTML !== ''];
  });
  expect(boxes).toEqual([
    ['true', 'true', true],
    ['mixed', 'mixed', false],
    ['false', 'false', false],
  ]);
  expect(item('Berlin').hasAttribute('aria-selected')).toBe(false);
  expect(screen.getByRole('tree').getAttribute('aria-multiselectable')).toBe('true');
});

test('a tree without checkboxes marks the selected node', () => {
  const { item } = show({ selected: 'b' });
  expect([item('Amsterdam, 3'), item('Berlin')].map((of) => of.getAttribute('aria-selected'))).toEqual([
    'false',
    'true',
  ]);
  expect(item('Berlin').querySelector('[data-state]')).toBeNull();
  expect(screen.getByRole('tree').getAttribute('aria-multiselectable')).toBe('false');
});

test('a page can provide icons and an inline editor for a node name', () => {
  const { item } = show({
    icon: ({ node }) => <i>icon of {node.id}</i>,
    editor: ({ node }) => (node.id === 'b' ? <input aria-label="New name" /> : undefined),
  });
  expect(item('Amsterdam, 3').textContent).toBe('icon of aAmsterdam3');
  expect(item('Berlin').textContent).toBe('icon of b');
  screen.getByRole('textbox', { name: 'New name' });
});

test('a drop target is marked until the drag ends, and nothing can be dropped after that', () => {
  const onDrop = vi.fn();
  const { item } = show({ canDrop: () => true, onDrop });
  const marked = () => item('Berlin').dataset.drop;
  expect(item('Berlin').draggable).toBe(true);
  expect(fireEvent.dragOver(item('Berlin'))).toBe(true);
  expect(marked()).toBe('false');
  fireEvent.dragStart(item('Amsterdam, 3'));
  fireEvent.dragOver(item('Berlin'));
  expect(marked()).toBe('true');
  fireEvent.dragEnd(item('Amsterdam, 3'));
  expect(marked()).toBe('false');
  fireEvent.drop(item('Berlin'));
  expect(onDrop).not.toHaveBeenCalled();
  cleanup();
  expect(show().item('Berlin').hasAttribute('draggable')).toBe(false);
});
