import type { FieldMeta, TreeMeta } from '@gatehouse/contract/wire/options.ts';
import { rawOf } from '../../resource/row.ts';
import type { FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

/** Leaves of a tree of choices, in their order. */
export const leavesOf = (tree: readonly TreeMeta[]): TreeMeta[] =>
  tree.flatMap((node) => (node.children?.length ? leavesOf(node.children) : [node]));

/** Selected leaves of a value; `all` stands for every leaf. */
export const selectedLeaves = (value: unknown, meta: FieldMeta): string[] => {
  const leaves = leavesOf(meta.tree ?? []).map((leaf) => leaf.value);
  const names = (Array.isArray(value) ? value : []).map((item) => String(rawOf(item)));
  return names.includes('all') ? leaves : leaves.filter((leaf) => names.includes(leaf));
};

/** A set of named bits, chosen on a tree. */
export const ui: FieldUi = {
  Cell: TextCell,
  column: { width: 180, card: 'hidden' },
  toForm: (value, meta) => selectedLeaves(value, meta),
  wide: () => false,
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    bits: typeof ui;
  }
}
