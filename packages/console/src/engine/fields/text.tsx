import { Dash } from '../../theme/Dash.tsx';
import { Mono } from '../../theme/Mono.tsx';
import { OverflowText } from '../../theme/OverflowText.tsx';
import { isEmptyValue, textOf } from '../resource/row.ts';
import type { CellProps, FieldUi } from './FieldUi.ts';

/** Facts stand in the code font: what a machine knows, not what a person wrote. */
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

/** One line of a table cell: text with an ellipsis, facts in the code font, a dash when missing. */
export const TextCell = ({ value, name }: Pick<CellProps, 'value' | 'name'>) => {
  if (isEmptyValue(value)) return <Dash />;
  const text = textOf(value);
  return <OverflowText>{factNames.has(name) ? <Mono>{text}</Mono> : text}</OverflowText>;
};

/** A line or a block of text. */
export const text: FieldUi = {
  Cell: TextCell,
  column: { width: 150, card: 'fact' },
  typed: true,
  wide: (meta) => meta.type === 'string' && !meta.write_only && meta.max_length === undefined,
  toForm: (value) => (value === null || value === undefined ? '' : value),
  toWire: (value, meta) => (value === '' && meta.nullable ? null : value),
  rules: (meta, t) => [
    ...(meta.max_length
      ? [{ max: meta.max_length, message: t('rules.max', { count: meta.max_length }) }]
      : []),
    ...(meta.min_length
      ? [{ min: meta.min_length, message: t('rules.min', { count: meta.min_length }) }]
      : []),
    ...(meta.type === 'email' ? [{ type: 'email' as const, message: t('rules.email') }] : []),
  ],
};
