import { sql } from 'drizzle-orm';

/** Registered components, including deleted ones. */
export const allTerminals = sql`(select id, is_deleted, "user", name, type from terminal_terminal)`;
