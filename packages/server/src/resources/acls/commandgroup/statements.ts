import type { CommandGroup } from '@gatehouse/contract/policy/command.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** Command groups by their ids, in the order of the ids. */
export const readGroups = async (ids: readonly string[], db: Database): Promise<CommandGroup[]> => {
  const rows = await db.rows<CommandGroup>(
    sql`select g.id::text as id, g.name, g.type, g.content, g.ignore_case from acls_commandgroup g where g.id = any(${uuids(ids)})`,
  );
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
};
