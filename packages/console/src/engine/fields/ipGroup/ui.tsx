import type { FieldUi } from '../FieldUi.ts';
import { ui as list } from '../list/ui.tsx';

/** A list of addresses, networks and ranges. */
export const ui: FieldUi = {
  editedAs: 'list',
  ...list,
  rules: (_, t) => [
    {
      validator: async (_rule: unknown, value: unknown) => {
        // Few pages check addresses, so the rule is not part of the first one.
        const { isIpEntry } = await import('@gatehouse/contract/network/ipEntry.ts');
        const bad = (Array.isArray(value) ? value.map(String) : []).find((entry) => !isIpEntry(entry));
        if (bad) throw new Error(t('rules.ip', { value: bad }));
      },
    },
  ],
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    ipGroup: typeof ui;
  }
}
