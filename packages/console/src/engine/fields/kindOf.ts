import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta, MetaType } from '@gatehouse/contract/wire/options.ts';

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

const kinds = new Set<string>([
  ...Object.values(kindOfType),
  'uuid',
  'amount',
  'labels',
  'secret',
  'phone',
  'selector',
  'ipGroup',
  'crontab',
  'interval',
]);

/** Kind of a field from its metadata: the declared one, else the nearest to its metadata type. */
export const kindOf = (meta: Pick<FieldMeta, 'kind' | 'type'>): FieldKind => {
  if (meta.kind && meta.kind !== 'computed' && kinds.has(meta.kind)) return meta.kind as FieldKind;
  return kindOfType[meta.type] ?? 'computed';
};
