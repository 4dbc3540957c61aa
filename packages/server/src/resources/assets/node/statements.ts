import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { allNodes } from './relations.ts';

/** Removes the whole tree of an organization. */
export const removeNodesOf = async (org: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from assets_node where org_id = ${org}`);
};

/** Where nodes stand in their trees, by id; none for an id without a node. */
export const keysOfNodes = async (
  ids: readonly string[],
  db: Database,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; key: string }>(
    sql`select n.id::text as id, n.key from ${allNodes} n where n.id = any(${uuids(ids)})`,
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
};
