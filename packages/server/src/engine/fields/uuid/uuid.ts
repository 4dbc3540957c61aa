import type { UuidField } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { uuid as uuidColumn } from 'drizzle-orm/pg-core';
import { isUuid } from '../../../platform/database.ts';
import { Refused, refuse, type ServerField } from '../kind.ts';

/** A uuid that is not a relation on the wire. */
export const uuid: ServerField<UuidField> = {
  column: () => uuidColumn(),
  empty: () => null,
  parse: (value, { field }) => {
    if (value === null || value === '') return field.required ? refuse('null') : null;
    return isUuid(value) ? value.toLowerCase() : refuse('invalid_uuid');
  },
  meta: () => ({ type: 'string' }),
  filter: (raw, column) => {
    if (!isUuid(raw)) throw new Refused([{ key: 'invalid_uuid' }]);
    return sql`${column} = ${raw}`;
  },
  orderable: false,
};
