import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';

/** Fields no facts card shows. */
const NEVER = new Set(['org_id', 'labels']);

/** Fields of a facts card: those named, else every readable one in the order of the metadata, the name first. */
export const factNames = (input: {
  metas: Record<string, FieldMeta>;
  row: Record<string, unknown>;
  label: string;
  include?: readonly string[];
  exclude?: readonly string[];
}): string[] => {
  const { metas, row, label, include, exclude = [] } = input;
  if (include) return [...include];
  const names = Object.keys(metas).filter(
    (name) => !metas[name]?.write_only && !NEVER.has(name) && !exclude.includes(name) && name in row,
  );
  return [label, ...names.filter((name) => name !== label)].filter((name) => names.includes(name));
};
