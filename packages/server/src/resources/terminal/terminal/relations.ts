import { sql } from 'drizzle-orm';

/** What components said of the machines they run on. */
export const allLoads = sql`(select terminal, cpu_load, memory_used, disk_used, session_online, date_created from terminal_status)`;

/** Registered components, including deleted ones. */
export const allTerminals = sql`(select id, is_deleted, "user", name, type from terminal_terminal)`;
