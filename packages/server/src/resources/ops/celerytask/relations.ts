import { sql } from 'drizzle-orm';

/** Background tasks by name. */
export const allBackgroundTasks = sql`(select id, name, is_enabled from ops_celerytask)`;
