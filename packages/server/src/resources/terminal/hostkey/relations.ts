import { sql } from 'drizzle-orm';

/** Known host keys of every organization. */
export const allHostKeys = sql`(select id, port, is_active, date_accepted, asset, address, key_type, fingerprint, key from terminal_hostkey)`;
