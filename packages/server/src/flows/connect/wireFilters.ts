import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import { compileCommandPattern } from '@gatehouse/policy/commands/commandPattern.ts';
import { sql } from 'drizzle-orm';
import { displayOf } from '../../engine/context.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { allUsers } from '../../resources/users/user/relations.ts';

const labelled = <T extends string>(value: T) => ({ value, label: value });

/** Matches every line, and none: what a group that cannot be compiled stands for, so that it lets nothing pass. */
const EVERYTHING = '(?s).*';
const NOTHING = '[^\\x{0}-\\x{10FFFF}]';

const patternOf = (
  group: CommandFilterRule['command_groups'][number],
  action: CommandFilterRule['action'],
): string => {
  const compiled = compileCommandPattern(group);
  if ('refusal' in compiled) return action === 'accept' ? NOTHING : EVERYTHING;
  return compiled.source;
};

/** Command filters as components receive them with a connection (reference 04 §16.3), in the order in which they decide. */
export const wireFilters = async (filters: readonly CommandFilterRule[], db: Database) => {
  const ids = [...new Set(filters.flatMap(({ reviewers }) => reviewers))];
  const rows = ids.length
    ? await db.rows<{ id: string; name: string; username: string }>(
        sql`select u.id::text as id, u.name, u.username from ${allUsers} u where u.id = any(${uuids(ids)})`,
      )
    : [];
  const known = new Map(rows.map((user) => [user.id, { id: user.id, name: displayOf(user) }]));
  return filters.map(({ id, name, priority, action, is_active, reviewers, command_groups }) => ({
    id,
    name,
    priority,
    is_active,
    action: labelled(action),
    reviewers: reviewers.flatMap((reviewer) => known.get(reviewer) ?? []),
    command_groups: command_groups.map((group) => ({
      ...group,
      type: labelled(group.type),
      pattern: patternOf(group, action),
    })),
  }));
};
