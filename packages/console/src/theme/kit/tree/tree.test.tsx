// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { TreeItem, TreeRoot } from './TreeParts.tsx';
import type { TreeLineFacts } from './treeMove.ts';
import { useTree } from './useTree.ts';

const chosen = vi.fn();
const menu = vi.fn();

/** Two folders, the first with two files in it. */
const linesOf = (isOpen: boolean): TreeLineFacts[] => {
  const folder = (id: string, label: string, position: number, isOpen: boolean, canOpen: boolean) => ({
    ...{ id, label, level: 1, position, size: 2, parent: undefined, isOpen, canOpen },
  });
  const file = (id: string, label: string, position: number) => ({
    ...{ id, label, level: 2, position, size: 2, parent: 'a', isOpen: false, canOpen: false },
  });
  const files = [file('a:1', 'Server', 1), file('a"2', 'Switch', 2)];
  return [
    folder('a', 'Amsterdam', 1, isOpen, true),
    ...(isOpen ? files : []),
    folder('b', 'Berlin', 2, false, false),
  ];
};

function Tree({ selected, editor }: { selected?: string; editor?: string }) {
  const [isOpen, setOpen] = useState(false);
  const lines = linesOf(isOpen);
  const tree = useTree(lines, { setOpen: (_id, open) => setOpen(open), choose: chosen, menu }, selected);
  return (
    <>
      <TreeRoot tree={tree} aria-label="Places">
        {lines.map((line) => (
          <TreeItem key={line.id} line={line} isStop={line.id === tree.stop}>
            {line.id === editor ? <input aria-label="New name" /> : line.label}
          </TreeItem>
        ))}
      </TreeRoot>
      <button type="button" tabIndex={-1} onClick={() => setOpen(false)}>
        Close all
      </button>
    </>
  );
}

const open = (props: { selected?: string; editor?: string } = {}) => {
  chosen.mockReset();
  menu.mockReset();
  render(<Tree {...props} />);
  return userEvent.setup();
};
const focused = () => document.activeElement?.textContent;
const line = (name: string) => screen.getByRole('treeitem', { name });

test('Tab enters a tree at its selected line, and later returns to the line that last had the focus', async () => {
  const user = open({ selected: 'b' });
  await user.tab();
  expect(focused()).toBe('Berlin');
  await user.keyboard('{ArrowUp}');
  await user.tab();
  expect(document.activeElement).toBe(document.body);
  await user.tab({ shift: true });
  expect(focused()).toBe('Amsterdam');
});

test('without a selection Tab enters at the first line', async () => {
  const user = open();
  await user.tab();
  expect(focused()).toBe('Amsterdam');
});

test('the arrows open, enter and close a folder, whatever its ids are', async () => {
  const user = open();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(line('Amsterdam').getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(focused()).toBe('Switch');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(focused()).toBe('Amsterdam');
  expect(line('Amsterdam').getAttribute('aria-expanded')).toBe('false');
});

test('when a closing folder hides the focused line, Tab can still enter the tree', async () => {
  const user = open();
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('Server');
  await user.click(screen.getByRole('button', { name: 'Close all' }));
  expect(screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});

test('Enter and Space choose a line', async () => {
  const user = open();
  await user.tab();
  await user.keyboard('{Enter}{ArrowDown} ');
  expect(chosen.mock.calls).toEqual([['a'], ['b']]);
});

test('Shift F10 and the menu key open the menu of a line', async () => {
  const user = open();
  await user.tab();
  await user.keyboard('{Shift>}{F10}{/Shift}{ArrowDown}{ContextMenu}');
  expect(menu.mock.calls).toEqual([
    ['a', line('Amsterdam')],
    ['b', line('Berlin')],
  ]);
});

test('letters typed quickly form one word, and after a pause a new one begins', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const user = open();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  await user.keyboard('s');
  vi.setSystemTime(Date.now() + 600);
  await user.keyboard('w');
  expect(focused()).toBe('Switch');
  vi.setSystemTime(Date.now() + 601);
  await user.keyboard('b');
  expect(focused()).toBe('Berlin');
});

test('the tree ignores letters with Ctrl and keys typed in a field of a line', async () => {
  const user = open({ editor: 'b' });
  await user.tab();
  await user.keyboard('{Control>}b{/Control}');
  expect(focused()).toBe('Amsterdam');
  await user.click(screen.getByRole('textbox', { name: 'New name' }));
  await user.keyboard('a{Enter}{ArrowUp}');
  expect(document.activeElement).toHaveProperty('value', 'a');
  expect(chosen).not.toHaveBeenCalled();
});
