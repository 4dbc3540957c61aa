import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { PatternRefusal } from '@gatehouse/contract/policy/command.ts';
import type { commandgroup } from '@gatehouse/contract/resources/acls/commandgroup.ts';
import { compileCommandPattern } from '@gatehouse/policy/commands/commandPattern.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row, WriteEvent } from '../../../engine/resource.ts';
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

const bounds = {
  too_long: 'max_length',
  too_many_lines: 'max_lines',
  too_large: 'pattern_too_large',
} as const;

const refuse = (refusal: PatternRefusal): never => {
  if (refusal.reason === 'empty') throw fieldError('content', 'blank');
  if ('max' in refusal) throw fieldError('content', bounds[refusal.reason], { max: refusal.max });
  const { reason, problem, part } = refusal;
  throw fieldError('content', `pattern_${reason}`, { problem, part: part.slice(0, 64) });
};

/** Content that could not be matched in a bounded time, or not at all, is refused (decision 0363). */
const beforeWrite = ({ before, values }: WriteEvent<typeof commandgroup>): undefined => {
  const { type, content, ignore_case } = { ...before, ...values };
  const isTouched = [values.type, values.content, values.ignore_case].some((value) => value !== undefined);
  if (!isTouched) return undefined;
  const compiled = compileCommandPattern({
    type: type ?? 'command',
    content: content ?? '',
    ignore_case: ignore_case ?? true,
  });
  return 'refusal' in compiled ? refuse(compiled.refusal) : undefined;
};

/** Command groups (reference 04 §16.2). */
export const commandGroupBehaviour = (): Behaviour<typeof commandgroup> => ({
  filters: {
    command_filters: (value) =>
      isUuid(value)
        ? sql`t.id in (select g.commandgroup from ${groupsOfFilters} g where g.id = ${value})`
        : sql`false`,
  },
  beforeWrite,
  refusals: { destroy: [used] },
});
