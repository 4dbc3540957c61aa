import { type KeyboardEvent, useRef } from 'react';
import type { TreeLine } from './treeModel.ts';

const TYPE_AHEAD_MS = 600;

/** Actions of keys in a tree. */
export type TreeKeyActions = {
  focus: (id: string) => void;
  open: (line: TreeLine) => void;
  close: (line: TreeLine) => void;
  select: (line: TreeLine) => void;
  toggle?: (line: TreeLine) => void;
  menu?: (line: TreeLine, element: HTMLElement) => void;
};

const isMenuKey = (event: KeyboardEvent) =>
  event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');

/** Keys of a tree: arrows, Home, End, type-ahead, `*`, Enter, Space and the menu key. */
export const useTreeKeys = (lines: readonly TreeLine[], actions: TreeKeyActions) => {
  const typed = useRef({ text: '', at: 0 });
  const focusAt = (index: number) => {
    const line = lines[Math.max(0, Math.min(index, lines.length - 1))];
    if (line) actions.focus(line.node.id);
  };
  const typeAhead = (key: string, from: number) => {
    const now = Date.now();
    const text = now - typed.current.at > TYPE_AHEAD_MS ? key : typed.current.text + key;
    typed.current = { text, at: now };
    const start = text.length === 1 ? from + 1 : from;
    const ordered = [...lines.slice(start), ...lines.slice(0, start)];
    const found = ordered.find(({ node }) => node.name.toLowerCase().startsWith(text.toLowerCase()));
    if (found) actions.focus(found.node.id);
  };
  const right = (line: TreeLine, index: number) => {
    if (line.isOpen) focusAt(index + 1);
    else actions.open(line);
  };
  const left = (line: TreeLine) => {
    if (line.isOpen) actions.close(line);
    else if (line.parent !== undefined) actions.focus(line.parent);
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).dataset.node;
    const index = lines.findIndex(({ node }) => node.id === id);
    const line = lines[index];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const openSiblings = () => {
      for (const other of lines) if (other.parent === line.parent && !other.isOpen) actions.open(other);
    };
    const keys = new Map<string, () => void>([
      ['ArrowDown', () => focusAt(index + 1)],
      ['ArrowUp', () => focusAt(index - 1)],
      ['Home', () => focusAt(0)],
      ['End', () => focusAt(lines.length - 1)],
      ['ArrowRight', () => right(line, index)],
      ['ArrowLeft', () => left(line)],
      ['Enter', () => actions.select(line)],
      [' ', () => (actions.toggle ?? actions.select)(line)],
      ['*', openSiblings],
    ]);
    const run = keys.get(event.key);
    if (isMenuKey(event) && actions.menu) {
      event.preventDefault();
      actions.menu(line, event.target as HTMLElement);
    } else if (run) {
      event.preventDefault();
      run();
    } else if (event.key.length === 1 && /\S/.test(event.key)) typeAhead(event.key, index);
  };
};
