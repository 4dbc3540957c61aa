import { type SQL, sql } from 'drizzle-orm';
import { allOf, uuids } from '../platform/database.ts';
import type { Context } from './context.ts';

/**
 * Condition that what a column names the organization of is the caller's to see: the organization of the request, or
 * from the global one all of them, but for somebody who is bound to his own (docs/decisions/0022).
 */
export const inOrganization = (column: SQL, { org }: Pick<Context, 'org'>): SQL =>
  allOf([
    org.isRoot ? undefined : sql`${column} = ${org.id}`,
    org.within ? sql`${column} = any(${uuids(org.within)})` : undefined,
  ]);
