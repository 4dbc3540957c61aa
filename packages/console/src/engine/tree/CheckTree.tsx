import type { TreeMeta } from '@gatehouse/contract/wire/options.ts';
import { useMemo, useState } from 'react';
import styles from './CheckTree.module.css';
import { afterPress, checkedState } from './checkModel.ts';
import { Tree } from './Tree.tsx';
import { linesOf, treeOf } from './treeModel.ts';

type Props = {
  id?: string;
  label: string;
  nodes: readonly TreeMeta[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  disabled?: boolean;
};

const flat = (
  nodes: readonly TreeMeta[],
  pId: string,
  index: Map<string, TreeMeta>,
): ReturnType<typeof nodeOf>[] =>
  nodes.flatMap((node) => {
    const id = `${pId}/${node.value}`;
    index.set(id, node);
    return [nodeOf(node, id, pId), ...flat(node.children ?? [], id, index)];
  });

const nodeOf = (node: TreeMeta, id: string, pId: string) => ({
  id,
  pId,
  name: node.label,
  title: node.label,
  isParent: Boolean(node.children?.length),
  open: true,
  meta: { type: 'choice' },
});

/** Choices in a tree; selecting a branch selects its leaves. */
export function CheckTree({ id, label, nodes, value, onChange, disabled }: Props) {
  const { tree, index, parents } = useMemo(() => {
    const known = new Map<string, TreeMeta>();
    const list = flat(nodes, '', known);
    return {
      tree: treeOf(list),
      index: known,
      parents: list.filter(({ isParent }) => isParent).map((node) => node.id),
    };
  }, [nodes]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const expanded = new Set(parents.filter((parent) => !closed.has(parent)));
  const chosen = new Set(value);
  return (
    <div className={styles.frame}>
      <Tree
        id={id}
        label={label}
        isDense
        lines={linesOf(tree, expanded)}
        canOpen={(line) => line.node.isParent}
        onToggle={(line, open) => {
          const next = new Set(closed);
          open ? next.delete(line.node.id) : next.add(line.node.id);
          setClosed(next);
        }}
        isDisabled={() => Boolean(disabled)}
        checkedOf={(line) => {
          const node = index.get(line.node.id);
          return node ? checkedState(node, chosen) : false;
        }}
        onCheck={(line) => {
          const node = index.get(line.node.id);
          if (node) onChange([...afterPress(node, chosen)]);
        }}
      />
    </div>
  );
}
