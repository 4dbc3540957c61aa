import { sql } from 'drizzle-orm';

/** Tasks of components. */
export const allTasks = sql`(select id, name, args, kwargs, terminal, is_finished, date_created from terminal_task)`;
