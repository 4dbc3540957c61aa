import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { AnyRow, ReadPurpose, RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { joined } from '../../platform/i18n/joined.ts';

/** Any row, as the engine sees it. Pages use the row types of their definition, see `RowIn`. */
export type Row = AnyRow;

/**
 * The row of a page: that of its definition, or `D` itself where an address has none. The engine works on
 * `Row`. Slots are declared as methods, which TypeScript compares bivariantly, so a slot for accounts fits
 * the engine, which only passes it rows of the page's own address. That comparison is deliberately unsound.
 */
export type RowIn<D, Purpose extends ReadPurpose = ReadPurpose> = D extends ResourceDefinition
  ? RowOf<D, Purpose>
  : D extends Row
    ? D
    : never;

/** Name of a field in the row of a page, see `RowIn`. */
export type FieldIn<D, Purpose extends ReadPurpose = ReadPurpose> = keyof RowIn<D, Purpose> & string;

/** Text that names a row: its label field, else a common naming field, else the id. */
export const nameOf = (row: Row | undefined, label = 'name'): string => {
  if (!row) return '';
  const named = row[label] ?? row.name ?? row.display_name ?? row.title ?? row.id;
  return typeof named === 'object' ? textOf(named) : String(named);
};

/** A wire value as text: the labels of choices, the names of related rows, the members of lists. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return joined(value.map(textOf).filter(Boolean));
  if (typeof value !== 'object') return String(value);
  const record = value as Record<string, unknown>;
  const word = record.label ?? record.display_name ?? record.name ?? record.full_value ?? record.value;
  return word === undefined || word === null ? JSON.stringify(value) : String(word);
};

type Raw<V> = V extends { id: infer Id }
  ? Id
  : V extends { pk: infer Pk }
    ? Pk
    : V extends { value: infer W }
      ? W
      : V;

/** Raw value of a labelled choice or id of a related row; other values unchanged. */
export function rawOf<V>(value: V): Raw<V>;
export function rawOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const record = value as Record<string, unknown>;
  if ('id' in record) return record.id;
  if ('pk' in record) return record.pk;
  if ('value' in record) return record.value;
  return value;
}

/** Whether a wire value is shown as missing. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
