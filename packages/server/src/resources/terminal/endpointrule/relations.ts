import { sql } from 'drizzle-orm';

/** All endpoint rules. */
export const allEndpointRules = sql`(select id, name, ip_group, priority, endpoint, is_active from terminal_endpointrule)`;
