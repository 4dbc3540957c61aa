import { isEmptyValue } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';
import { isJsonError } from './jsonText.ts';

const isMissing = (value: unknown): boolean =>
  isEmptyValue(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

const JsonCell = ({ value, name }: CellProps) => (
  <TextCell name={name} value={isMissing(value) ? '' : JSON.stringify(value)} />
);

/** Free JSON. */
export const ui: FieldUi = {
  Cell: JsonCell,
  column: { width: 180, card: 'hidden' },
  wide: () => true,
  rules: (_, t) => [
    {
      validator: async (_rule: unknown, value: unknown) => {
        if (isJsonError(value)) throw new Error(t('rules.json'));
      },
    },
  ],
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    json: typeof ui;
  }
}
