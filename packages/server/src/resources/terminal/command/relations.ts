import { sql } from 'drizzle-orm';

/** Recorded commands of every organization. */
export const allCommands = sql`(select id, org_id, session, timestamp, risk_level, output, storage from terminal_command)`;
