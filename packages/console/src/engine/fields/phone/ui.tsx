import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { CellProps, FieldUi, Translate } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

/** `+86` and `13800000000` as one line of text. */
export const phoneText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const { code = '', phone = '' } = value as { code?: string; phone?: string | number };
  return phone === '' || phone === null ? '' : `${code} ${phone}`.trim();
};

const PhoneCell = ({ value, name }: CellProps) => <TextCell name={name} value={phoneText(value)} />;

/** A phone number with its country code. */
export const ui = {
  Cell: PhoneCell,
  column: { width: 150, card: 'hidden' },
  typed: true,
  rules: (_meta: FieldMeta, t: Translate) => [
    {
      validator: async (_rule: unknown, value: unknown) => {
        const text = phoneText(value);
        if (text !== '' && !text.startsWith('+')) throw new Error(t('rules.phoneCode'));
      },
    },
  ],
  toWire: (value: unknown) => {
    const text = phoneText(value).replace(/\s+/g, '');
    return text || null;
  },
} satisfies FieldUi;

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    phone: typeof ui;
  }
}
