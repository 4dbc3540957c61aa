import type { Values } from '../form/FormItem.ts';

/** Body of a batch update: every chosen row with the checked fields only. */
export const batchBody = (
  ids: Iterable<string | number>,
  values: Values,
  checked: ReadonlySet<string>,
): Values[] => {
  const changed = Object.fromEntries(Object.entries(values).filter(([name]) => checked.has(name)));
  return [...ids].map((id) => ({ ...changed, id }));
};
