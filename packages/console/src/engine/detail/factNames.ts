import type { DetailLayout } from '@gatehouse/contract/console/ListMode.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';

/** Fields that a facts card leaves out unless its layout orders them. */
const NEVER = new Set(['org_id', 'labels']);

/**
 * Fields of a facts card: those the layout orders, else the naming field, and then the row's other readable
 * fields that are not excluded.
 */
export const factNames = (input: {
  metas: Record<string, FieldMeta>;
  row: Record<string, unknown>;
  label: string;
  layout?: DetailLayout;
}): string[] => {
  const { metas, row, label, layout = {} } = input;
  const { exclude = [] } = layout;
  const names = Object.keys(metas).filter(
    (name) => !metas[name]?.write_only && !NEVER.has(name) && !exclude.includes(name) && name in row,
  );
  const order = layout.order ?? (names.includes(label) ? [label] : []);
  return [...order, ...names.filter((name) => !order.includes(name))];
};
