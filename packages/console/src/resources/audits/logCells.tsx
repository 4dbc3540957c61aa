import type { Labelled } from '@gatehouse/contract/resource/fieldTypes.ts';
import type { GlyphName, StatusKind } from '../../theme/icon/Glyph.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';

/** A time in a log, always in absolute form. */
export const MomentCell = ({ value }: { value: string }) => <TimeText value={value} />;

/** Whether a sign-in attempt succeeded. */
export const LoginStatusCell = ({ value: { value: isGood, label } }: { value: Labelled<boolean> }) => {
  return (
    <StatusText kind={isGood ? 'ok' : 'bad'} glyph={isGood ? 'done' : 'bad'}>
      {label}
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

/** The action of an operation, with the colour and icon of its kind. */
export const OperationCell = ({ value }: { value: Labelled }) => {
  const [kind, glyph] = actions[value.value] ?? ['off'];
  return (
    <StatusText kind={kind} glyph={glyph}>
      {value.label}
    </StatusText>
  );
};
