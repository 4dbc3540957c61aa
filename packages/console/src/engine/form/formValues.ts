import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { secretFields } from '../../platform/secret/encrypt.ts';
import { defaultsOf, formOf, wireOf } from '../fields/convert.ts';
import { fieldUiOf } from '../fields/registry.ts';
import { type FormItem, metaOf, type Values } from './FormItem.ts';

type Metas = Record<string, FieldMeta>;

const metasOf = (items: readonly FormItem[], metas: Metas): Metas => ({
  ...metas,
  ...Object.fromEntries(items.map((item) => [item.id, metaOf(item)])),
});

const formatted = (values: Values, items: readonly FormItem[]): Values => {
  const next = { ...values };
  for (const { id, inputFormat } of items) {
    if (inputFormat) next[id] = inputFormat(values[id], values);
  }
  return next;
};

/** Initial values of a new form. */
export const startingValues = (items: readonly FormItem[], metas: Metas, initial: Values = {}): Values => {
  const own = Object.fromEntries(
    items.filter((item) => item.default !== undefined).map((item) => [item.id, item.default]),
  );
  return formatted({ ...defaultsOf(metas), ...own, ...initial }, items);
};

/** Initial values for editing or cloning a row. */
export const loadedValues = (items: readonly FormItem[], metas: Metas, row: Values): Values => {
  const all = metasOf(items, metas);
  const known = Object.fromEntries(Object.entries(row).filter(([name]) => name in all));
  return formatted({ ...defaultsOf(metas), ...formOf(known, all) }, items);
};

/** Body of a submit: form values in the format of each kind and item. */
export const submittedBody = (items: readonly FormItem[], metas: Metas, values: Values): Values => {
  const byId = new Map(items.map((item) => [item.id, item]));
  const body: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const format = byId.get(name)?.outputFormat;
    const out = format ? format(value, values) : value;
    if (format && out && typeof out === 'object' && !Array.isArray(out)) Object.assign(body, out);
    else body[name] = out;
  }
  const plain = new Set(items.filter(({ outputFormat }) => outputFormat).map(({ id }) => id));
  const converted = wireOf(
    Object.fromEntries(Object.entries(body).filter(([name]) => !plain.has(name))),
    metasOf(items, metas),
  );
  const asGiven = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => plain.has(name) && value !== undefined),
  );
  return { ...converted, ...asGiven };
};

/** Names of fields in a body that are sent encrypted. */
export const encryptedNames = (items: readonly FormItem[], added: readonly string[] = []): string[] => [
  ...secretFields,
  ...items.filter((item) => fieldUiOf(metaOf(item)).secret).map(({ id }) => id),
  ...added,
];
