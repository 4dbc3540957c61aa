import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { AnyRow, ReadPurpose, RowOf } from '@gatehouse/contract/resource/rowOf.ts';

/** Any row: all the engine knows of it. Pages get the rows of their definition, see `RowIn`. */
export type Row = AnyRow;

/**
 * The row a page handles: that of its definition, or `D` itself where an address has no definition. The engine works on
 * `Row`; slots are declared as methods, which TypeScript compares bivariantly, so a slot for accounts fits the engine,
 * which hands it nothing but rows of the page's own address. This is the only place where types are not sound.
 */
export type RowIn<D, Purpose extends ReadPurpose = ReadPurpose> = D extends ResourceDefinition
  ? RowOf<D, Purpose>
  : D extends Row
    ? D
    : never;

/** Name of a field of such a row. */
export type FieldIn<D, Purpose extends ReadPurpose = ReadPurpose> = keyof RowIn<D, Purpose> & string;

/** Text that names a row: its label field, else the usual naming fields, else the id. */
export const nameOf = (row: Row | undefined, label = 'name'): string => {
  if (!row) return '';
  const named = row[label] ?? row.name ?? row.display_name ?? row.title ?? row.id;
  return typeof named === 'object' && named !== null ? textOf(named) : String(named);
};

/** Text of one wire value: labelled choices and related rows show their words, lists their members. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
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

/** Raw value of a labelled choice or the id of a related row; anything else stays. */
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
