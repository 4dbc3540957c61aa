import type { BitNode, BitsField } from '@gatehouse/contract/resource/fields.ts';
import type { TreeMeta } from '@gatehouse/contract/wire/options.ts';
import { quoted, sentText } from '@gatehouse/contract/wire/sentText.ts';
import { bigint } from 'drizzle-orm/pg-core';
import { choiceLabel } from '../../labels.ts';
import { valuesIn } from '../../resource.ts';
import { refuse, type ServerField, type Use } from '../kind.ts';

/** Names of the bits set in a number. */
export const bitNames = (bits: readonly string[], value: number): string[] =>
  bits.filter((_, index) => (value & (1 << index)) !== 0);

const nameIn = (item: unknown) =>
  typeof item === 'object' && item !== null && 'value' in item ? item.value : item;

const treeOf = (nodes: readonly BitNode[], use: Use): TreeMeta[] =>
  nodes.map((node) => {
    const label = choiceLabel(use, node.value);
    return node.children
      ? { value: label, label, children: treeOf(node.children, use) }
      : { value: node.value, label };
  });

/** A set of named bits, e.g. the actions of a permission. */
export const bits: ServerField<BitsField> = {
  column: () => bigint({ mode: 'number' }),
  empty: () => 0,
  initial: (field) => {
    if (field.default === 'all') return 2 ** field.bits.length - 1;
    const names = Array.isArray(field.default) ? field.default : [];
    return names.reduce<number>((sum, name) => sum | (1 << field.bits.indexOf(String(name))), 0);
  },
  parse: (value, { field }) => {
    if (!Array.isArray(value)) return refuse('not_a_list');
    const names = value.map(nameIn);
    if (names.includes('all')) return 2 ** field.bits.length - 1;
    return names.reduce<number>((sum, name) => {
      const index = field.bits.indexOf(sentText(name));
      return index < 0 ? refuse('invalid_choice', { value: quoted(name) }) : sum | (1 << index);
    }, 0);
  },
  present: (stored, use) =>
    bitNames(use.field.bits, Number(stored)).map((value) => ({ value, label: choiceLabel(use, value) })),
  meta: (field, use) => ({ type: 'tree', tree: treeOf(field.tree, use) }),
  toCell: (wire) => JSON.stringify(Array.isArray(wire) ? wire.map((item) => valuesIn(item).value) : []),
  diff: (wire) => (Array.isArray(wire) ? wire.map((item) => valuesIn(item).label).join(', ') : ''),
  orderable: false,
};
