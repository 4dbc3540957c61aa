import { AppError } from '@gatehouse/contract/errors.ts';
import type { ComputedField } from '@gatehouse/contract/resource/fields.ts';
import { choice } from '../choice/choice.ts';
import type { ServerField } from '../kind.ts';
import { relatedText } from '../related.ts';

/** A value computed by the server; the resource's behaviour supplies it for a whole page at once. */
export const computed: ServerField<ComputedField> = {
  load: async (rows, { resource, name, ctx }) => {
    const make = resource.behaviour.computed?.[name];
    if (!make)
      throw new AppError(
        'unexpect_error',
        {},
        { cause: new Error(`${resource.key}.${name} has no computation`) },
      );
    return make(rows, ctx);
  },
  meta: (field) => ({ type: field.as }),
  toCell: (wire, use) => {
    if (wire === null || wire === undefined) return '';
    if (typeof wire !== 'object') return String(wire);
    if ('value' in wire && 'label' in wire) return choice.toCell?.(wire, use as never) ?? '';
    return 'id' in wire ? relatedText(wire) : JSON.stringify(wire);
  },
  orderable: false,
  rank: ({ as }) => (as === 'boolean' ? 1 : as === 'datetime' ? 2 : 0),
};
