import { sql } from 'drizzle-orm';

/** Registered components, those deleted too. */
export const allTerminals = sql`(select id, is_deleted, "user", name, type from terminal_terminal)`;
