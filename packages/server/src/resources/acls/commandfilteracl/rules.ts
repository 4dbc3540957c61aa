import type { CommandGroup } from '@gatehouse/contract/policy/command.ts';
import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { allCommandGroups } from '../commandgroup/relations.ts';

type Row = CommandFilterRule & { org: string };

/** Every command filter with its groups and reviewers, and the organization it belongs to. */
export const readFilters = async (db: Database): Promise<{ org: string; rule: CommandFilterRule }[]> => {
  const rows = await db.rows<Omit<Row, 'command_groups'> & { groups: string[] }>(
    sql`select f.id::text as id, f.org_id::text as org, f.name, f.priority::int as priority, f.is_active, f.action, f.users, f.assets, f.accounts,
      array(select r."user"::text from acls_commandfilteracl_reviewers r where r.commandfilteracl = f.id order by r.id) as reviewers,
      array(select g.commandgroup::text from acls_commandfilteracl_command_groups g where g.commandfilteracl = f.id order by g.id) as groups
      from acls_commandfilteracl f`,
  );
  const found = await db.rows<CommandGroup>(
    sql`select g.id::text as id, g.name, g.type, g.content, g.ignore_case from ${allCommandGroups} g
      where g.id in (select l.commandgroup from acls_commandfilteracl_command_groups l)`,
  );
  const groups = new Map(found.map((group) => [group.id, group]));
  return rows.map(({ org, groups: ids, ...rule }) => ({
    org,
    rule: { ...rule, command_groups: ids.flatMap((id) => groups.get(id) ?? []) },
  }));
};
