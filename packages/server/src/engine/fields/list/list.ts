import type { ListField } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { jsonb } from 'drizzle-orm/pg-core';
import { refuse, type ServerField } from '../kind.ts';
import { checkText } from '../text/text.ts';

/** Default maximum number of entries in a list of strings. */
const mostItems = 1000;

/** Several short strings, order kept, duplicates removed. */
export const list: ServerField<ListField> = {
  column: () => jsonb(),
  empty: (field) => (Array.isArray(field.default) ? field.default : []),
  parse: (value, { field }) => {
    if (value === null) return field.nullable ? null : refuse('null');
    const items = typeof value === 'string' ? value.split(',') : value;
    if (!Array.isArray(items)) return refuse('not_a_list');
    if (items.length > (field.maxItems ?? mostItems))
      return refuse('max_items', { max: field.maxItems ?? mostItems });
    const texts = items
      .map((item) => checkText(item, { max: field.maxItem ?? 1024 }).trim())
      .filter((item) => item !== '');
    return field.required && texts.length === 0 ? refuse('empty_list') : [...new Set(texts)];
  },
  present: (stored) => (Array.isArray(stored) ? stored : []),
  meta: () => ({
    type: 'list',
    child: { type: 'string', required: true, read_only: false, write_only: false, max_length: 1024 },
  }),
  filter: (raw, column) => sql`${column} @> ${JSON.stringify([raw])}::jsonb`,
  diff: (wire) => (Array.isArray(wire) ? wire.join(', ') : ''),
  orderable: false,
};
