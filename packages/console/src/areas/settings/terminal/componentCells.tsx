import type { ComponentLoad, terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import { useTranslation } from 'react-i18next';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import type { FieldIn } from '../../../engine/resource/row.ts';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import type { StatusKind } from '../../../theme/icon/Glyph.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';

type Cell<F extends FieldIn<typeof terminal>> = CellIn<typeof terminal, F>;

/** What a load means. */
export const loadKinds: Record<ComponentLoad, StatusKind> = {
  normal: 'ok',
  high: 'warn',
  critical: 'bad',
  offline: 'off',
};

/** A part of a hundred, as the language writes it. */
export const shareText = (percent: number): string =>
  formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: 1 });

/** Load of the processor, and how much of memory and disk is in use. */
export const StatCell = ({ value }: Cell<'stat'>) =>
  value ? (
    <span className="num">
      {formatNumber(value.cpu_load)} / {shareText(value.memory_used)} / {shareText(value.disk_used)}
    </span>
  ) : (
    <Dash />
  );

/** The type by its name. */
export const TypeCell = ({ value, meta }: Cell<'type'>) =>
  meta.choices?.find((choice) => choice.value === value)?.label ?? value;

/** The load in words. */
export const LoadCell = ({ value }: Cell<'load'>) => (
  <StatusText kind={loadKinds[value.value]}>{value.label}</StatusText>
);

/** Whether the component may work. */
export function ActiveCell({ value }: Cell<'is_active'>) {
  const { t } = useTranslation('settings');
  return (
    <StatusText kind={value ? 'ok' : 'off'} {...(!value && { glyph: 'stopped' })}>
      {t(value ? 'component.enabled' : 'component.disabled')}
    </StatusText>
  );
}
