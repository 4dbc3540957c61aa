import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Removes the whole tree of an organization. */
export const removeNodesOf = async (org: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from assets_node where org_id = ${org}`);
};
