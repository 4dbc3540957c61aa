import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import type { Ticket } from './steps.ts';

const namesOf = async (ids: string[], table: 'assets' | 'nodes', db: Database): Promise<string[]> => {
  const source =
    table === 'assets'
      ? sql`select id, name || '(' || address || ')' as name from ${allAssets} a`
      : sql`select id, full_value as name from ${allNodes} n`;
  const rows = await db.rows<{ name: string }>(
    sql`select s.name from (${source}) s where s.id = any(${uuids(ids)}) order by s.name`,
  );
  return rows.map((row) => row.name);
};

/** Names of the requested objects, stored with the ticket; only those of the relations passed in. */
export const requestedNames = async (
  requested: { apply_assets?: string[]; apply_nodes?: string[] },
  db: Database,
): Promise<Partial<Ticket['rel_snapshot']>> => ({
  ...(requested.apply_assets && {
    apply_assets: await namesOf(requested.apply_assets, 'assets', db),
  }),
  ...(requested.apply_nodes && {
    apply_nodes: await namesOf(requested.apply_nodes, 'nodes', db),
  }),
});
