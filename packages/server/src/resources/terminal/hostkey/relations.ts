import { sql } from 'drizzle-orm';

/** Known host keys of every organization. */
export const allHostKeys = sql`(select id, port, is_active, asset, address, key_type, fingerprint, key from terminal_hostkey)`;
