import { sql } from 'drizzle-orm';

/** Command groups of every organization. */
export const allCommandGroups = sql`(select id, name, type, content, ignore_case from acls_commandgroup)`;
