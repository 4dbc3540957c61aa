import type { HTMLAttributes, Ref } from 'react';
import type { TreeLineFacts } from './treeMove.ts';
import type { useTree } from './useTree.ts';

type RootProps = HTMLAttributes<HTMLDivElement> & { tree: ReturnType<typeof useTree> };

/** The element of a tree; the caller gives it a name and a class. */
export const TreeRoot = ({ tree, ...rest }: RootProps) => (
  <div {...rest} ref={tree.ref} role="tree" onKeyDown={tree.onKeyDown} onFocus={tree.onFocus} />
);

type ItemProps = HTMLAttributes<HTMLDivElement> & {
  line: TreeLineFacts;
  /** Whether Tab reaches this line. */
  isStop: boolean;
  ref?: Ref<HTMLDivElement>;
};

/** A line of a tree, with its role and position; the caller draws its content. */
export const TreeItem = ({ line, isStop, ...rest }: ItemProps) => (
  <div
    {...rest}
    role="treeitem"
    data-node={line.id}
    tabIndex={isStop ? 0 : -1}
    aria-level={line.level}
    aria-posinset={line.position}
    aria-setsize={line.size}
    aria-expanded={line.canOpen ? line.isOpen : undefined}
  />
);
