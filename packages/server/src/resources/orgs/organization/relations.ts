import { sql } from 'drizzle-orm';

/** Organizations. */
export const allOrganizations = sql`(select id, name, comment from orgs_organization)`;
