/** What the keyboard and screen readers need to know about a visible line of a tree. */
export type TreeLineFacts = {
  id: string;
  label: string;
  level: number;
  position: number;
  size: number;
  parent: string | undefined;
  isOpen: boolean;
  canOpen: boolean;
};

/** What a key does in a tree. */
export type TreeMove =
  | { kind: 'focus'; id: string }
  | { kind: 'open'; ids: string[] }
  | { kind: 'close'; id: string };

const isClosed = (line: TreeLineFacts) => line.canOpen && !line.isOpen;

/** What the arrow keys, Home, End and `*` do, as in the ARIA tree pattern. */
export const treeMove = (
  lines: readonly TreeLineFacts[],
  current: string | undefined,
  key: string,
): TreeMove | undefined => {
  const at = lines.findIndex(({ id }) => id === current);
  const line = lines[at];
  if (!line) return undefined;
  const focus = (index: number): TreeMove | undefined => {
    const found = lines[Math.max(0, Math.min(index, lines.length - 1))];
    return found && { kind: 'focus', id: found.id };
  };
  const right = (): TreeMove | undefined => {
    if (line.isOpen) return focus(at + 1);
    return line.canOpen ? { kind: 'open', ids: [line.id] } : undefined;
  };
  const left = (): TreeMove | undefined => {
    if (line.isOpen) return { kind: 'close', id: line.id };
    return lines.some(({ id }) => id === line.parent) ? { kind: 'focus', id: line.parent! } : undefined;
  };
  const siblings = () => lines.filter((other) => other.parent === line.parent && isClosed(other));
  switch (key) {
    case 'ArrowDown':
      return focus(at + 1);
    case 'ArrowUp':
      return focus(at - 1);
    case 'Home':
      return focus(0);
    case 'End':
      return focus(lines.length);
    case 'ArrowRight':
      return right();
    case 'ArrowLeft':
      return left();
    case '*':
      return { kind: 'open', ids: siblings().map(({ id }) => id) };
    default:
      return undefined;
  }
};
