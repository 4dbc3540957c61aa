import { sql } from 'drizzle-orm';

/** All endpoints with their ports. */
export const allEndpoints = sql`(select * from terminal_endpoint)`;
