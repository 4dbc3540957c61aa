import { type SQL, sql } from 'drizzle-orm';

/** Numbers of rows that clients usually ask for. */
const usual: ReadonlySet<number> = new Set([10, 15, 20, 25, 30, 50, 100]);

/**
 * At most this many rows, as part of the text: a plan that is kept for all values of a statement must know how few
 * are wanted, or PostgreSQL plans it anew each time. Only for numbers of which there are few.
 */
export const fixedLimit = (rows: number): SQL => sql.raw(`limit ${Math.trunc(rows)}`);

/** At most as many rows as a client asks for; an unusual number is a parameter, because texts are kept for good. */
export const pageLimit = (rows: number): SQL => (usual.has(rows) ? fixedLimit(rows) : sql`limit ${rows}`);
