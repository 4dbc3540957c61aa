import { useTranslation } from 'react-i18next';
import { CollapsedTags } from '../../cells/CollapsedTags.tsx';
import { textOf } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

/** Any value in one line. */
export const ComputedCell = ({ value, name }: CellProps) => {
  const { t } = useTranslation('engine');
  if (typeof value === 'boolean') return <>{value ? t('fields.yes') : t('fields.no')}</>;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return <CollapsedTags items={value} />;
  }
  return <TextCell name={name} value={textOf(value)} />;
};

/** A value computed by the server, shown as received. */
export const ui: FieldUi = {
  Cell: ComputedCell,
  column: { width: 150, card: 'hidden' },
};
