import type { ChoicesField } from '@gatehouse/contract/resource/fields.ts';
import { jsonb } from 'drizzle-orm/pg-core';
import { choiceLabel } from '../../labels.ts';
import { asText, labelOf, match, rawOf } from '../choiceValue.ts';
import { refuse, type ServerField } from '../kind.ts';

/** A selection from a fixed set of values. */
export const choices: ServerField<ChoicesField> = {
  column: () => jsonb(),
  empty: () => [],
  parse: (value, { field }) => {
    if (!Array.isArray(value)) return refuse('not_a_list');
    return [
      ...new Set(
        value.map(
          (item) => match(item, field.choices) ?? refuse('invalid_choice', { value: asText(rawOf(item)) }),
        ),
      ),
    ];
  },
  present: (stored, use) =>
    (Array.isArray(stored) ? stored : []).map((value) => ({ value, label: choiceLabel(use, String(value)) })),
  meta: (field, use) => ({
    type: 'multiple choice',
    choices: field.choices.map((value) => ({ value, label: choiceLabel(use, value) })),
  }),
  diff: (wire) => (Array.isArray(wire) ? wire.map(labelOf).join(', ') : ''),
  orderable: false,
};
