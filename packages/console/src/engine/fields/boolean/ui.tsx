import { useTranslation } from 'react-i18next';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import type { CellProps, FieldUi } from '../FieldUi.ts';

/** Words that the cells of some fields show for true and false; all other cells say yes or no. */
const words: Record<string, [yes: string, no: string]> = {
  is_active: ['fields.active', 'fields.inactive'],
  is_valid: ['fields.valid', 'fields.invalid'],
};
const yesNo: [string, string] = ['fields.yes', 'fields.no'];

/** Yes or no, as a glyph and a word. */
export const BooleanCell = ({ value, name }: Pick<CellProps, 'value' | 'name'>) => {
  const { t } = useTranslation('engine');
  if (value === null || value === undefined) return <Dash />;
  const [yes, no] = words[name] ?? yesNo;
  return value ? (
    <StatusText kind="ok" glyph="done" plain>
      {t(yes)}
    </StatusText>
  ) : (
    <StatusText kind="off">{t(no)}</StatusText>
  );
};

/** Yes or no. */
export const ui: FieldUi = {
  Cell: BooleanCell,
  column: { width: 100, card: 'hidden' },
  filterChoices: (_, t) => [
    { value: 'true', label: t('fields.yes') },
    { value: 'false', label: t('fields.no') },
  ],
  alwaysFilled: true,
  toForm: (value) => Boolean(value),
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    boolean: typeof ui;
  }
}
