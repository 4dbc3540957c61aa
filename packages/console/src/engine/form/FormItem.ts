import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { WriteOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { ChoiceMeta, FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Rule } from 'antd/es/form';
import type { Input } from '../fields/FieldUi.ts';
import { fieldUis } from '../fields/registry.ts';
import type { FieldIn } from '../resource/row.ts';

/** Values of a form. */
export type Values = Record<string, unknown>;

/** Values of a definition's form: its writable fields, and those in `Own`, which only the form has. */
export type ValuesIn<D, Own = unknown> = (D extends ResourceDefinition ? WriteOf<D, 'change'> : Values) &
  Partial<Own>;

/** Body of a definition's form: after validation, its required fields are present. */
export type BodyIn<D, Own = unknown> = (D extends ResourceDefinition ? WriteOf<D> : Values) & Partial<Own>;

/** Items of a definition's form, by name; read-only fields may be shown as well. */
export type ItemsIn<D, Own = unknown> = {
  [F in FieldIn<D> | (keyof ValuesIn<D, Own> & string)]?: Partial<
    FormItem<ValuesIn<D, Own>, F extends keyof ValuesIn<D, Own> ? ValuesIn<D, Own>[F] : unknown>
  >;
};

type OneCondition<V> = (keyof V & string) | { readonly [F in keyof V]?: unknown };

/**
 * When an item is shown: if all named fields have these values (object), if a field is neither empty nor
 * false (name), or if one of several conditions holds (array).
 */
export type EnableWhen<V = Values> = OneCondition<V> | readonly OneCondition<V>[];

/** A function of the form's values; compared as loosely as a method, see `RowIn`. */
export type Ask<V, T> = { ask(values: V): T }['ask'];

/** One item of a form, whose component edits a value of type `T`. */
export type FormItem<V = Values, T = unknown> = {
  id: string;
  /** Kind of field, or `group` for several items. */
  type?: string;
  component?: Input<T>;
  label?: string;
  meta?: FieldMeta;
  /** Of a group: its items; of an object: changes to its sub-fields. */
  items?: FormItem[];
  rules?: Rule[];
  required?: boolean | Ask<V, boolean>;
  options?: ChoiceMeta[];
  default?: unknown;
  hidden?: boolean | Ask<V, boolean>;
  enableWhen?: EnableWhen<V>;
  disabled?: boolean | Ask<V, boolean>;
  helpTips?: string;
  helpText?: string;
  /** Options loaded from the server. */
  remote?: {
    url: string;
    /** Property of the item's component that receives the options. */
    prop?: string;
    params?: Record<string, unknown>;
    dataPath?: string;
    label?: string;
    value?: string;
  };
  /** Whether white space around text is trimmed on blur; default true. */
  trim?: boolean;
  inputFormat?(value: unknown, values: V): unknown;
  /** Converts the value for the body; a plain object is merged into the body. */
  outputFormat?(value: unknown, values: V): unknown;
  /** Takes the whole width. */
  wide?: boolean;
  /** Further properties for the component. */
  el?: Record<string, unknown>;
};

/** What forms of several definitions share of an item: not its conditions, which name fields of one definition. */
export type SharedItem = Omit<Partial<FormItem>, 'enableWhen'>;

/** Items under one heading. */
export type FormGroup = { key: string; title: string; help?: string; items: FormItem[] };

const isValue = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** Whether an `enableWhen` holds. */
export const isEnabled = (when: EnableWhen | undefined, values: Values): boolean => {
  if (when === undefined) return true;
  if (typeof when === 'string') return isValue(values[when]);
  if (Array.isArray(when)) return when.some((condition: EnableWhen) => isEnabled(condition, values));
  return Object.entries(when).every(([name, value]) => values[name] === value);
};

/** Whether an item is currently shown. */
export const isShown = (item: FormItem, values: Values): boolean => {
  const hidden = typeof item.hidden === 'function' ? item.hidden(values) : item.hidden;
  return !hidden && isEnabled(item.enableWhen, values);
};

/**
 * Returns the item; throws if it has no id, or neither type, component nor metadata, which is a bug of its
 * page.
 */
export const checkedItem = (item: FormItem): FormItem => {
  if (!item.id) throw new Error('A form item needs an id');
  if (!item.type && !item.component && !item.meta)
    throw new Error(`Form item ${item.id} needs a type or a component`);
  return item;
};

/**
 * Metadata of an item: the server's, or derived from the item; the item's own label and `required` take
 * precedence.
 */
export const metaOf = (item: FormItem): FieldMeta => ({
  type: 'string',
  read_only: false,
  write_only: false,
  label: item.label ?? item.id,
  ...(item.type && item.type in fieldUis && { kind: item.type }),
  ...(item.options && { choices: item.options }),
  ...item.meta,
  ...(item.label !== undefined && { label: item.label }),
  required: typeof item.required === 'boolean' ? item.required : (item.meta?.required ?? false),
});

/** All items of groups, with nested groups flattened. */
export const flatItems = (groups: readonly FormGroup[]): FormItem[] => {
  const open = (items: readonly FormItem[]): FormItem[] =>
    items.flatMap((item) => (item.type === 'group' ? open(item.items ?? []) : [item]));
  return groups.flatMap(({ items }) => open(items));
};
