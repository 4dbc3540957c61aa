import type { SecretField } from '@gatehouse/contract/resource/fields.ts';
import { text } from 'drizzle-orm/pg-core';
import { refuse, type ServerField } from '../kind.ts';

/**
 * Encrypted at rest, never read back. An empty value in a change leaves the stored one alone (`parseInput`
 * drops it).
 */
export const secret: ServerField<SecretField> = {
  column: () => text(),
  empty: () => null,
  parse: (value, { field, ctx }) => {
    if (value === null || value === '') return null;
    if (typeof value !== 'string') return refuse('invalid_string');
    const plain = ctx.decrypt(value);
    if (plain.length > (field.max ?? 40_960)) return refuse('max_length', { max: field.max ?? 40_960 });
    return ctx.engine.vault.seal(plain);
  },
  present: () => undefined,
  meta: (field) => ({ type: 'string', max_length: field.max ?? 40_960 }),
  toCell: () => '',
  diff: () => '******',
  orderable: false,
};
