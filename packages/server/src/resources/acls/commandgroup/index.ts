import { AppError } from '@gatehouse/contract/errors.ts';
import type { commandgroup } from '@gatehouse/contract/resources/acls/commandgroup.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { isUuid, uuids } from '../../../platform/database.ts';
import { groupsOfFilters } from '../commandfilteracl/relations.ts';

/** Rule: a group that a filter uses stays, because the filter would no longer do what it says. */
const used = async (rows: Row<typeof commandgroup>[], ctx: Context) => {
  const ids = rows.map(({ id }) => id);
  const found = await ctx.db.rows<{ group: string; filter: string }>(
    sql`select distinct on (g.commandgroup) g.commandgroup::text as "group", g.name as filter from ${groupsOfFilters} g
      where g.commandgroup = any(${uuids(ids)}) order by g.commandgroup, g.name`,
  );
  const filters = new Map(found.map(({ group, filter }) => [group, filter]));
  return rows.map(({ id, name }) => {
    const filter = filters.get(id);
    return filter === undefined
      ? undefined
      : new AppError('referenced_by_others', { name, filter }, { messageKey: 'command_group_used' });
  });
};

/** Command groups (reference 04 §16.2). */
export const commandGroupBehaviour = (): Behaviour<typeof commandgroup> => ({
  filters: {
    command_filters: (value) =>
      isUuid(value)
        ? sql`t.id in (select g.commandgroup from ${groupsOfFilters} g where g.id = ${value})`
        : sql`false`,
  },
  refusals: { destroy: [used] },
});
