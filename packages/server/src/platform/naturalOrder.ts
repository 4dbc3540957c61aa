import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A text as people sort it: numbers by value, case aside (docs/decisions/0243). */
export const naturally = (text: SQLWrapper): SQL => sql`${text} collate "gatehouse_natural"`;
