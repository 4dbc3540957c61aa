import { readLabel } from '@gatehouse/contract/labels/readLabel.ts';
import { LabelsCell } from '../../labels/LabelsCell.tsx';
import type { FieldUi } from '../FieldUi.ts';

/** `name:value` labels. */
export const ui: FieldUi = {
  Cell: LabelsCell,
  column: { width: 170, card: 'tags' },
  toForm: (value) => (Array.isArray(value) ? value : []),
  rules: (_, t) => [
    {
      validator: async (_rule: unknown, value: unknown) => {
        const isBad = Array.isArray(value) && value.some((label) => !readLabel(String(label)));
        if (isBad) throw new Error(t('rules.label'));
      },
    },
  ],
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    labels: typeof ui;
  }
}
