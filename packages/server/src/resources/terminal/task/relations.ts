import { sql } from 'drizzle-orm';

/** Orders to components. */
export const allTasks = sql`(select id, name, args, kwargs, terminal, is_finished, date_created from terminal_task)`;
