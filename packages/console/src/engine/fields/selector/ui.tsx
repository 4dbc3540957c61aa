import type { Selector } from '@gatehouse/contract/resource/fieldTypes.ts';
import { useTranslation } from 'react-i18next';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

const SelectorCell = ({ value, name }: CellProps) => {
  const { t } = useTranslation('engine');
  const selector = (value ?? {}) as Partial<Selector>;
  const words: Record<string, () => string> = {
    all: () => t('selector.all'),
    ids: () => t('selector.chosen', { count: (selector as { ids?: string[] }).ids?.length ?? 0 }),
    attrs: () => t('selector.rules', { count: (selector as { attrs?: unknown[] }).attrs?.length ?? 0 }),
  };
  return <TextCell name={name} value={words[selector.type ?? '']?.() ?? ''} />;
};

/** All rows, some chosen rows, or every row that matches rules. */
export const ui: FieldUi = {
  Cell: SelectorCell,
  column: { width: 150, card: 'hidden' },
  wide: () => true,
  toForm: (value) => (value && typeof value === 'object' && 'type' in value ? value : { type: 'all' }),
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    selector: typeof ui;
  }
}
