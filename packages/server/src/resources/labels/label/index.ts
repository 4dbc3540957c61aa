import { fieldError } from '@gatehouse/contract/errors.ts';
import type { label } from '@gatehouse/contract/resources/labels/label.ts';
import { sql } from 'drizzle-orm';
import { allLabelBindings } from '../../../engine/fields/labels/relations.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';

/** Labels: written `name:value` in comma-separated lists, so neither separator can be part of them. */
export const labelBehaviour = (): Behaviour<typeof label> => ({
  beforeWrite: ({ values }) => {
    for (const name of ['name', 'value'] as const)
      if (/[:,]/.test(values[name] ?? '')) throw fieldError(name, 'label_signs');
    return undefined;
  },
  display: (row) => `${row.name}:${row.value}`,
  computed: {
    display_name: (rows) => rows.map((row) => `${row.name}:${row.value}`),
    res_count: async (rows, ctx) => {
      const counts = await ctx.db.rows<{
        label: string;
        amount: number;
      }>(sql`select label::text as label, count(*)::int as amount
        from ${allLabelBindings} r where label = any(${uuids(rows.map((row) => row.id))}) group by label`);
      const byLabel = new Map(counts.map((count) => [count.label, count.amount]));
      return rows.map((row) => byLabel.get(row.id) ?? 0);
    },
  },
});
