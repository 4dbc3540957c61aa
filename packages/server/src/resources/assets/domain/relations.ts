import { sql } from 'drizzle-orm';

/** Zones of every organization. */
export const allDomains = sql`(select id, org_id, name from assets_domain)`;
