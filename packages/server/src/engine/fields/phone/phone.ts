import type { PhoneField } from '@gatehouse/contract/resource/fields.ts';
import { text } from 'drizzle-orm/pg-core';
import parsePhoneNumber from 'libphonenumber-js/min';
import { isValues } from '../../resource.ts';
import { refuse, type ServerField } from '../kind.ts';

const textOf = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  if (isValues(value) && 'phone' in value) {
    const { phone, code } = value;
    return phone === null || phone === '' ? '' : `${code ?? ''}${String(phone)}`;
  }
  return refuse('invalid_phone');
};

/**
 * Phone number; stored as `+<country><number>`. A number without a country counts as +86, as in the
 * reference.
 */
export const phone: ServerField<PhoneField> = {
  column: () => text(),
  empty: () => null,
  parse: (value) => {
    if (value === null) return null;
    const found = textOf(value);
    if (found === '') return null;
    const number = parsePhoneNumber(found, 'CN');
    return number?.isPossible() ? number.number : refuse('invalid_phone');
  },
  present: (stored) => {
    if (!stored) return null;
    const number = parsePhoneNumber(String(stored), 'CN');
    return number
      ? { code: `+${number.countryCallingCode}`, phone: Number(number.nationalNumber) }
      : { code: '+86', phone: String(stored) };
  },
  meta: () => ({ type: 'string' }),
  toCell: (wire) =>
    typeof wire === 'object' && wire !== null && 'phone' in wire && 'code' in wire
      ? `${String(wire.code)}${String(wire.phone)}`
      : '',
};
