import { type SQL, sql } from 'drizzle-orm';

/** The groups of command filters, with the name of the filter. */
export const groupsOfFilters: SQL = sql`(select l.commandgroup, f.id, f.name from acls_commandfilteracl_command_groups l
  join acls_commandfilteracl f on f.id = l.commandfilteracl)`;
