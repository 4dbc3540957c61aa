import { sql } from 'drizzle-orm';

/** Command storages with what is needed to reach them. */
export const allCommandStorages = sql`(select id, name, type, meta, secrets, is_default, date_failed from terminal_commandstorage)`;
