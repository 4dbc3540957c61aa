import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { fieldHelp, fieldLabel } from '../labels.ts';
import { everyKind } from './everyKind.ts';
import type { ServerField, ServerFields, Use } from './kind.ts';
import { createNested } from './nested/nested.ts';
import { asTold, type Block } from './told.ts';

const serverFields: ServerFields = {
  ...everyKind,
  nested: createNested({ kindOf: (field) => kindOf(field), fieldMeta: (use) => fieldMeta(use) }),
};

/** Server half of a field's kind. */
export const kindOf = (field: FieldSpec): ServerField => serverFields[field.kind] as unknown as ServerField;

/**
 * Metadata of one field: label, help, default, flags, and what its kind adds (protocol reference §8), in the
 * words of its definition for clients of the protocol.
 */
export const fieldMeta = (use: Use, block?: Block): FieldMeta =>
  asTold(plainMeta(use), use, block, (part) => fieldMeta(part));

const plainMeta = (use: Use): FieldMeta => {
  const { field } = use;
  const { type, ...rest } = kindOf(field).meta(field, use);
  const meta: FieldMeta = {
    type,
    required: field.required === true && field.default === undefined && !field.readOnly,
    read_only: field.readOnly === true,
    label: fieldLabel(use),
    write_only: field.writeOnly === true,
    kind: field.kind,
  };
  const help = fieldHelp(use);
  if (help) meta.help_text = help;
  if (field.nullable) meta.nullable = true;
  if (field.default !== undefined && field.default !== null && field.default !== '')
    meta.default = field.default;
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined) Object.assign(meta, { [key]: value });
  return meta;
};

/** Position of a field in a row. */
export const rankOf = (field: FieldSpec): number => {
  const { rank = 0 } = kindOf(field);
  return typeof rank === 'function' ? rank(field) : rank;
};

/** Whether a field has a column in its resource's table. */
export const hasColumn = (field: FieldSpec): boolean => !field.virtual && kindOf(field).column !== undefined;

/**
 * Whether a field's column always holds a value: the field is not nullable, its kind has an empty value, and
 * it does not name another resource, as references and selectors do.
 */
export const neverNull = (field: FieldSpec): boolean => {
  const empty = kindOf(field).empty?.(field);
  const isReference = 'to' in field && !('reverse' in field) && hasColumn(field);
  return empty !== null && empty !== undefined && !field.nullable && !isReference;
};

const defaultWords = ['now', 'never', 'all'];

/** What a new row stores by default: the declared default, else the kind's empty value. */
export const initialValue = (field: FieldSpec): unknown =>
  kindOf(field).initial?.(field) ?? declaredValue(field);

const declaredValue = (field: FieldSpec): unknown =>
  field.default === undefined || defaultWords.includes(String(field.default))
    ? kindOf(field).empty?.(field)
    : field.default;
