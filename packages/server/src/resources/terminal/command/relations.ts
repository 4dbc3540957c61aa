import { sql } from 'drizzle-orm';

/** Recorded commands of every organization. */
export const allCommands = sql`(select id, session from terminal_command)`;
