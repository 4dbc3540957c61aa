import type { AmountField } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { id } from '../../../platform/database.ts';
import type { ServerField } from '../kind.ts';
import { linkOf, refsField } from '../refs/refs.ts';
import { idArray } from '../related.ts';

/** Number of related rows of a `refs` field, counted for the whole page at once. */
export const amount: ServerField<AmountField> = {
  load: async (rows, { resource, field, ctx }) => {
    const link = linkOf(resource, field.of, refsField(resource, field.of), ctx);
    const mine = 'reverse' in link ? link.reverse : link.mine;
    const counts = await ctx.db.rows<{ mine: string; amount: number }>(
      sql`select ${id(mine)}::text as mine, count(*)::int as amount from ${id(link.table)}
        where ${id(mine)} = any(${idArray(
          resource,
          rows.map((row) => String(row.id)),
        )}) group by 1`,
    );
    const byRow = new Map(counts.map((row) => [row.mine, row.amount]));
    return rows.map((row) => byRow.get(String(row.id)) ?? 0);
  },
  meta: () => ({ type: 'integer' }),
  orderable: false,
};
