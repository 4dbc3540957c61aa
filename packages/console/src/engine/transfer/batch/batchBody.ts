import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Values } from '../../form/FormItem.ts';

/** Body of a batch update: every chosen row with the checked fields only. */
export const batchBody = (
  ids: Iterable<string | number>,
  values: Values,
  checked: ReadonlySet<string>,
): Values[] => {
  const changed = Object.fromEntries(Object.entries(values).filter(([name]) => checked.has(name)));
  return [...ids].map((id) => ({ ...changed, id }));
};

/** What a checked field that was left empty says: no text, or nothing at all. */
export const emptied = (
  values: Values,
  metas: Record<string, FieldMeta>,
  checked: Iterable<string>,
): Values => ({
  ...Object.fromEntries([...checked].map((name) => [name, metas[name]?.type === 'string' ? '' : null])),
  ...values,
});
