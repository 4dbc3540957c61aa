import { sql } from 'drizzle-orm';

/** Domains of every organization. */
export const allDomains = sql`(select id, org_id, name from assets_domain)`;
