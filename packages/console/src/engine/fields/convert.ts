import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { fieldUiOf } from './registry.ts';

type Metas = Record<string, FieldMeta>;
type Values = Record<string, unknown>;
type Direction = 'toForm' | 'toWire';

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inDepth = (value: unknown, metas: Metas, direction: Direction): unknown => {
  if (Array.isArray(value)) return value.map((item) => inDepth(item, metas, direction));
  return isRecord(value) ? convertAll(value, metas, direction) : value;
};

const convertOne = (value: unknown, meta: FieldMeta, direction: Direction): unknown => {
  const ui = fieldUiOf(meta);
  const children = ui.children?.(meta);
  const converted = ui[direction] ? ui[direction](value, meta) : value;
  return children ? inDepth(converted, children, direction) : converted;
};

const convertAll = (values: Values, metas: Metas, direction: Direction): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const meta = metas[name];
      return [name, meta ? convertOne(value, meta, direction) : value];
    }),
  );

/** Wire values in the form shape of their kinds; for example, a related row becomes its id. */
export const formOf = (values: Values, metas: Metas): Values => convertAll(values, metas, 'toForm');

/** Form values as they are sent; those that are undefined after conversion are left out. */
export const wireOf = (values: Values, metas: Metas): Values =>
  Object.fromEntries(
    Object.entries(convertAll(values, metas, 'toWire')).filter(([, value]) => value !== undefined),
  );

/** Initial values of a new row: metadata defaults, recursively, in each kind's form shape. */
export const defaultsOf = (metas: Metas): Values => {
  const values: Values = {};
  for (const [name, meta] of Object.entries(metas)) {
    const children = meta.children;
    if (children) values[name] = { ...defaultsOf(children), ...(isRecord(meta.default) ? meta.default : {}) };
    else if (meta.default !== undefined) values[name] = meta.default;
  }
  return formOf(values, metas);
};
