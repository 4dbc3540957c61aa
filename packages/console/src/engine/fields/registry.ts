import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta, MetaType } from '@gatehouse/contract/wire/options.ts';
import type { ConsoleKinds, FieldUi } from './FieldUi.ts';

const folders = import.meta.glob<FieldUi>('./*/ui.tsx', { eager: true, import: 'ui' });

/** The console part of every kind, found by its folder; a kind without one does not compile. */
export const fieldUis: Record<FieldKind, FieldUi> = Object.fromEntries(
  Object.entries(folders).map(([path, ui]) => [path.split('/')[1], ui]),
) as Record<keyof ConsoleKinds, FieldUi>;

const kindOfType: Record<MetaType, FieldKind> = {
  string: 'text',
  url: 'text',
  email: 'text',
  regex: 'text',
  slug: 'text',
  integer: 'integer',
  float: 'float',
  decimal: 'float',
  boolean: 'boolean',
  date: 'datetime',
  datetime: 'datetime',
  time: 'text',
  choice: 'choice',
  'multiple choice': 'choices',
  labeled_choice: 'choice',
  list: 'list',
  json: 'json',
  'file upload': 'text',
  'image upload': 'text',
  'nested object': 'nested',
  object_related_field: 'ref',
  m2m_related_field: 'refs',
  tree: 'bits',
  field: 'computed',
};

/**
 * Kind of a field: the one its metadata declares, unless unknown or `computed`; else the closest to its
 * metadata type.
 */
export const kindOf = (meta: Pick<FieldMeta, 'kind' | 'type'>): FieldKind => {
  if (meta.kind && meta.kind !== 'computed' && Object.hasOwn(fieldUis, meta.kind))
    return meta.kind as FieldKind;
  return kindOfType[meta.type] ?? 'computed';
};

/** The console part of a field's kind. */
export const fieldUiOf = (meta: FieldMeta): FieldUi => fieldUis[kindOf(meta)];
