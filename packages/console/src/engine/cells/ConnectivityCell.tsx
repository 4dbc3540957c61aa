import { useTranslation } from 'react-i18next';
import { Pill } from '../../theme/tag/Pill.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import type { CellProps } from '../fields/FieldUi.ts';
import { rawOf } from '../resource/row.ts';

const shapes = {
  ok: { kind: 'ok', glyph: 'ok', text: 'connectivity.ok' },
  err: { kind: 'bad', glyph: 'bad', text: 'connectivity.err' },
  '-': { kind: 'off', glyph: 'unknown', text: 'connectivity.unknown' },
} as const;

const shapeOf = (value: unknown) => shapes[String(rawOf(value)) as keyof typeof shapes] ?? shapes['-'];

type Props = Pick<CellProps, 'value'> & {
  /** When it was checked. */
  checked?: string | null;
};

const Age = ({ checked }: Pick<Props, 'checked'>) =>
  checked ? (
    <>
      {' · '}
      <TimeText value={checked} relative />
    </>
  ) : null;

/** Result of the last connectivity check, and its age where that is known. */
export function ConnectivityCell({ value, checked }: Props) {
  const { t } = useTranslation('engine');
  const { kind, glyph, text } = shapeOf(value);
  return (
    <StatusText kind={kind} glyph={glyph}>
      {t(text)}
      <Age checked={checked} />
    </StatusText>
  );
}

/** Result of the last connectivity check as a pill, for page headers. */
export function ConnectivityPill({ value, checked }: Props) {
  const { t } = useTranslation('engine');
  const { kind, glyph, text } = shapeOf(value);
  return (
    <Pill kind={kind} glyph={glyph}>
      {t(text)}
      <Age checked={checked} />
    </Pill>
  );
}
