import type { JsonField } from '@gatehouse/contract/resource/fields.ts';
import { jsonb } from 'drizzle-orm/pg-core';
import { Refused, refuse, refuseNul, type ServerField } from '../kind.ts';

/** Maximum size of a free JSON value, in characters of its text. */
const largest = 256 * 1024;

/** Free JSON; a string must be JSON text and is stored parsed. */
export const json: ServerField<JsonField> = {
  column: () => jsonb(),
  empty: (field) => (field.nullable ? null : {}),
  parse: (value, { field }) => {
    if (value === null) return field.nullable ? null : refuse('null');
    if (JSON.stringify(value).length > largest) return refuse('max_length', { max: largest });
    if (typeof value !== 'string') return refuseNul(value);
    try {
      return refuseNul(JSON.parse(value));
    } catch (error) {
      if (error instanceof Refused) throw error;
      return refuse('invalid_json');
    }
  },
  meta: () => ({ type: 'json' }),
  toCell: (wire) => (wire === null ? '' : JSON.stringify(wire)),
  orderable: false,
};
