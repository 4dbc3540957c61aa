import type { FieldUi } from '../FieldUi.ts';
import { NumberCell, numberRules } from '../integer/ui.tsx';

/** A number with a fraction. */
export const ui: FieldUi = {
  Cell: NumberCell,
  column: { width: 110, align: 'right', card: 'fact' },
  typed: true,
  rules: numberRules,
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    float: typeof ui;
  }
}
