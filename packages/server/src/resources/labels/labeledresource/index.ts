import { fieldError } from '@gatehouse/contract/errors.ts';
import type { labeledresource } from '@gatehouse/contract/resources/labels/labeledresource.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import { allLabels } from '../../../engine/fields/labels/relations.ts';
import { existing } from '../../../engine/fields/related.ts';
import { storedRows } from '../../../engine/operations/read.ts';
import { type Behaviour, nameOf, type Row } from '../../../engine/resource.ts';
import { id } from '../../../platform/database.ts';
import { labelledType, labelledTypes } from './labelledTypes.ts';

/** Names of the labelled rows; empty for deleted ones. */
const namesOf = async (rows: Row<typeof labeledresource>[], ctx: Context): Promise<string[]> => {
  const names = new Map<string, string>();
  for (const [type, bound] of Map.groupBy(rows, (row) => row.res_type)) {
    const resource = ctx.engine.resource(type);
    const ids = bound.map((row) => row.res_id);
    for (const row of await storedRows(resource, ids, ctx))
      names.set(`${type}/${row.id}`, nameOf(resource, row));
  }
  return rows.map((row) => names.get(`${row.res_type}/${row.res_id}`) ?? '');
};

const named = (pattern: string): SQL[] =>
  labelledTypes.map(
    ({ key, rows }) =>
      sql`(t.res_type = ${key} and t.res_id in (select r.id::text from ${rows} r where r.name ilike ${pattern}))`,
  );

const ofLabel =
  (column: 'name' | 'value') =>
  (value: string): SQL =>
    sql`t.label in (select l.id from ${allLabels} l where l.${id(column)} = ${value})`;

/** Bound labels: named by their row, which must exist in the organization of the request. */
export const labeledresourceBehaviour = (): Behaviour<typeof labeledresource> => ({
  beforeWrite: async ({ before, values, ctx }) => {
    const row = { ...before, ...values };
    if (values.res_id === undefined && values.res_type === undefined) return undefined;
    const target = String(row.res_id);
    if (!(await existing([target], String(row.res_type), ctx)).has(target))
      throw fieldError('res_id', 'does_not_exist', { pk: target });
    return undefined;
  },
  computed: { resource: namesOf },
  search: named,
  filters: {
    res_type: (value) => sql`t.res_type = ${labelledType(value) ?? refuse('invalid_choice', { value })}`,
    label__name: ofLabel('name'),
    label__value: ofLabel('value'),
  },
});
