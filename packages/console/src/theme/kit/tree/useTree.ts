import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { typeAhead, useTyped } from '../typeAhead.ts';
import { type TreeLineFacts, type TreeMove, treeMove } from './treeMove.ts';

/** What the keys of a tree do. */
export type TreeActions = {
  setOpen: (id: string, isOpen: boolean) => void;
  /** Called for Enter and Space. */
  choose: (id: string) => void;
  /** Called for the context menu key and Shift+F10. */
  menu?: ((id: string, element: HTMLElement) => void) | undefined;
};

const isMenuKey = (event: KeyboardEvent) =>
  event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');

/** Logic of a tree: one tab stop, the keys of a tree, and type-ahead. `TreeRoot` and `TreeItem` draw it. */
export const useTree = (lines: readonly TreeLineFacts[], actions: TreeActions, selected?: string) => {
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const addLetter = useTyped();
  const focus = (id: string) =>
    root.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  const follow = (move: TreeMove) => {
    if (move.kind === 'focus') focus(move.id);
    else if (move.kind === 'close') actions.setOpen(move.id, false);
    else for (const id of move.ids) actions.setOpen(id, true);
  };
  /** What a key does at a line; undefined for other keys. */
  const actionOf = (event: KeyboardEvent, id: string, element: HTMLElement): (() => void) | undefined => {
    const { menu } = actions;
    if (menu && isMenuKey(event)) return () => menu(id, element);
    if (event.key === 'Enter' || event.key === ' ') return () => actions.choose(id);
    const move = treeMove(lines, id, event.key);
    if (move) return () => follow(move);
    const found = event.key.length === 1 ? typeAhead(lines, id, addLetter(event.key)) : undefined;
    return found === undefined ? undefined : () => focus(found);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A key pressed in a field inside a line is not for the tree.
    const element = event.target as HTMLElement;
    const id = element.dataset.node;
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event, id, element);
    if (!action) return;
    event.preventDefault();
    action();
  };
  const onFocus = ({ target }: FocusEvent) =>
    setFocused(target.closest<HTMLElement>('[data-node]')?.dataset.node);
  return {
    ref: root,
    onKeyDown,
    onFocus,
    /** The line that Tab reaches: the one last focused, else the selected one, else the first. */
    stop: lines.some(({ id }) => id === focused) ? focused : (selected ?? lines[0]?.id),
  };
};
