import { useTranslation } from 'react-i18next';
import { Pill } from '../../theme/tag/Pill.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import type { CellProps } from '../fields/FieldUi.ts';
import { rawOf } from '../resource/row.ts';

const shapes = {
  ok: { kind: 'ok', glyph: 'ok', text: 'connectivity.ok' },
  err: { kind: 'bad', glyph: 'bad', text: 'connectivity.err' },
  '-': { kind: 'off', glyph: 'unknown', text: 'connectivity.unknown' },
} as const;

const shapeOf = (value: unknown) => shapes[String(rawOf(value)) as keyof typeof shapes] ?? shapes['-'];

/** Result of the last connectivity check. */
export function ConnectivityCell({ value }: Pick<CellProps, 'value'>) {
  const { t } = useTranslation('engine');
  const { kind, glyph, text } = shapeOf(value);
  return (
    <StatusText kind={kind} glyph={glyph}>
      {t(text)}
    </StatusText>
  );
}

/** Result of the last connectivity check as a pill, for page headers. */
export function ConnectivityPill({ value }: Pick<CellProps, 'value'>) {
  const { t } = useTranslation('engine');
  const { kind, glyph, text } = shapeOf(value);
  return (
    <Pill kind={kind} glyph={glyph}>
      {t(text)}
    </Pill>
  );
}
