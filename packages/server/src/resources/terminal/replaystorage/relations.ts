import { sql } from 'drizzle-orm';

/** Recording storages with what is needed to reach them. */
export const allReplayStorages = sql`(select id, name, type, meta, secrets, is_default, date_failed from terminal_replaystorage)`;
