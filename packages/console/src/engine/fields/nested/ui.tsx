import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { joined } from '../../../platform/i18n/joined.ts';
import { CollapsedTags } from '../../cells/CollapsedTags.tsx';
import { textOf } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

/** Sub-fields of an object or of the items of a list of objects. */
export const childrenOf = (meta: FieldMeta): Record<string, FieldMeta> | undefined =>
  meta.children ?? meta.child?.children;

const itemText = (item: unknown): string => {
  const { name, port } = (item ?? {}) as { name?: unknown; port?: unknown };
  return name !== undefined && port !== undefined ? `${name}/${port}` : textOf(item);
};

const NestedCell = ({ value, name }: CellProps) => {
  if (Array.isArray(value)) return <CollapsedTags items={value.map(itemText)} />;
  const entries = Object.entries((value ?? {}) as Record<string, unknown>).filter(([, held]) => textOf(held));
  return <TextCell name={name} value={joined(entries.map(([key, held]) => `${key}: ${textOf(held)}`))} />;
};

/** An object with sub-fields, or a list of them; without declared sub-fields it is edited as JSON. */
export const ui: FieldUi = {
  editedAs: 'json',
  Cell: NestedCell,
  column: { width: 180, card: 'tags' },
  wide: () => true,
  children: childrenOf,
  toForm: (value, meta) => value ?? (meta.child ? [] : {}),
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    nested: typeof ui;
  }
}
