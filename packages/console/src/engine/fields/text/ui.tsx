import { textFormats } from '@gatehouse/contract/resource/textFormats.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { readable } from '../../../theme/text/identity.ts';
import { Mono } from '../../../theme/text/Mono.tsx';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';
import { EditableText } from '../../cells/EditableText.tsx';
import { textOf } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';

/** Fields with technical values, which are shown in the code font. */
export const factNames = new Set([
  'address',
  'username',
  'remote_addr',
  'ip',
  'port',
  'path',
  'command',
  'input',
  'content',
]);

/** Fields in which the server writes who or what is meant as `name(detail)`. */
const identityNames = new Set([
  'applicant',
  'asset',
  'asset_display',
  'account',
  'change_by',
  'created_by',
  'updated_by',
  'user',
  'user_display',
]);

/**
 * One line of a table cell: text cut with an ellipsis, technical values in the code font, a dash when empty.
 */
export const TextCell = ({ value, name }: Pick<CellProps, 'value' | 'name'>) => {
  const written = textOf(value);
  if (written === '') return <Dash />;
  const text = identityNames.has(name) ? readable(written) : written;
  return <OverflowText>{factNames.has(name) ? <Mono>{text}</Mono> : text}</OverflowText>;
};

/** A comment that is not read-only is edited in place; all other fields are edited in the form. */
const Cell = (props: CellProps) => {
  const { name, meta, value, row } = props;
  const plain = <TextCell name={name} value={value} />;
  if (name !== 'comment' || meta.read_only) return plain;
  return (
    <EditableText value={value} row={row} name={name} label={meta.label}>
      {plain}
    </EditableText>
  );
};

/** One or several lines of text. */
export const ui: FieldUi = {
  Cell,
  column: { width: 150, card: 'fact' },
  typed: true,
  wide: (meta) =>
    meta.type === 'string' && !meta.write_only && (meta.multiline === true || meta.max_length === undefined),
  toForm: (value) => (value === null || value === undefined ? '' : value),
  toWire: (value, meta) => (value === '' && meta.nullable ? null : value),
  rules: (meta, t) => [
    ...(meta.max_length
      ? [{ max: meta.max_length, message: t('rules.max', { count: meta.max_length }) }]
      : []),
    ...(meta.min_length
      ? [{ min: meta.min_length, message: t('rules.min', { count: meta.min_length }) }]
      : []),
    ...(meta.type === 'email' ? [{ pattern: textFormats.email, message: t('rules.email') }] : []),
  ],
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    text: typeof ui;
  }
}
