import type { FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

/** A schedule as five cron fields. */
export const ui: FieldUi = {
  Cell: TextCell,
  column: { width: 130, card: 'hidden' },
  typed: true,
  wide: () => true,
  toForm: (value) => value ?? '',
  toWire: (value, meta) => (value === '' && meta.nullable ? null : value),
  rules: (_, t) => [
    {
      validator: async (_rule: unknown, value: unknown) => {
        if (typeof value !== 'string' || value === '') return;
        const { crontabFault } = await import('./cron.ts');
        const fault = crontabFault(value);
        if (fault) throw new Error(t(`rules.${fault}`));
      },
    },
  ],
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    crontab: typeof ui;
  }
}
