import type { FieldUi } from '../FieldUi.ts';
import { ui as list } from '../list/ui.tsx';

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/;
const V6 = /^[0-9a-f:]*:[0-9a-f:]*(?:\.\d+)*$/i;

const isAddress = (text: string): boolean => V4.test(text) || V6.test(text);

/** `*`, an address, a network or a range `a-b`. */
export const isIpEntry = (entry: string): boolean => {
  if (entry === '*') return true;
  const range = entry.split('-');
  if (range.length === 2) return range.every((end) => isAddress(end.trim()));
  const [address = '', bits, ...rest] = entry.split('/');
  if (rest.length > 0 || !isAddress(address)) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (V4.test(address) ? 32 : 128);
};

/** A list of addresses, networks and ranges. */
export const ui: FieldUi = {
  editedAs: 'list',
  ...list,
  rules: (_, t) => [
    {
      validator: async (_rule: unknown, value: unknown) => {
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
