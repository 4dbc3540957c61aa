import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { rawOf, textOf } from '../../engine/resource/row.ts';
import type { GlyphName, StatusKind } from '../../theme/Glyph.tsx';
import { StatusText } from '../../theme/StatusText.tsx';
import { TimeText } from '../../theme/TimeText.tsx';

/** Logs tell the absolute time. */
export const MomentCell = ({ value }: CellProps) => (
  <TimeText value={value ? String(value) : null} absolute />
);

/** Whether an attempt to sign in went well. */
export const LoginStatusCell = ({ value }: CellProps) => {
  const isGood = rawOf(value) === true || rawOf(value) === 'true';
  return (
    <StatusText kind={isGood ? 'ok' : 'bad'} glyph={isGood ? 'done' : 'bad'}>
      {textOf(value)}
    </StatusText>
  );
};

const actions: Record<string, [StatusKind, GlyphName?]> = {
  create: ['ok', 'done'],
  update: ['run'],
  delete: ['bad'],
  approve: ['ok', 'done'],
  accept: ['ok', 'done'],
  reject: ['bad'],
  review: ['wait'],
};

/** What was done, coloured by how much it weighs. */
export const OperationCell = ({ value }: CellProps) => {
  const [kind, glyph] = actions[String(rawOf(value))] ?? ['off'];
  return (
    <StatusText kind={kind} glyph={glyph}>
      {textOf(value)}
    </StatusText>
  );
};
