import type { FieldUi } from '../FieldUi.ts';
import { ui as list } from '../list/ui.tsx';

/** A list of addresses, networks and ranges. */
export const ui: FieldUi = {
  editedAs: 'list',
  ...list,
  rules: (_, t) => [
    {
      validator: async (_rule: unknown, value: unknown) => {
        // Loaded on demand, because few pages check addresses.
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
