import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Values } from '../../form/FormItem.ts';

/** Body of a batch update: every selected row with only the checked fields. */
export const batchBody = (
  ids: Iterable<string | number>,
  values: Values,
  checked: ReadonlySet<string>,
): Values[] => {
  const changed = Object.fromEntries(Object.entries(values).filter(([name]) => checked.has(name)));
  return [...ids].map((id) => ({ ...changed, id }));
};

/**
 * Values of a batch update: a checked field left empty is sent as empty text or null, depending on its type.
 */
export const emptied = (
  values: Values,
  metas: Record<string, FieldMeta>,
  checked: Iterable<string>,
): Values => ({
  ...Object.fromEntries([...checked].map((name) => [name, metas[name]?.type === 'string' ? '' : null])),
  ...values,
});
