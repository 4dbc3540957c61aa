import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Row } from '../../../engine/resource.ts';
import { visibleRows } from '../../../engine/visibleRows.ts';
import { uuids } from '../../../platform/database.ts';
import { allNodes } from '../node/relations.ts';
import { factsOfPlatforms, type PlatformFacts } from '../platform/statements.ts';

type Rows = readonly Row<typeof asset>[];

/**
 * Reads once what several fields of the same rows are made of, while these are made at the same time; later it
 * may have changed.
 */
const together = <T>(read: (rows: Rows, ctx: Context) => Promise<T>) => {
  const reading = new WeakMap<Rows, Promise<T>>();
  return (rows: Rows, ctx: Context): Promise<T> => {
    const found = reading.get(rows) ?? read(rows, ctx).finally(() => reading.delete(rows));
    reading.set(rows, found);
    return found;
  };
};

/** The platforms of assets, by id. */
export const platformFacts = together(async (rows, ctx): Promise<Map<string, PlatformFacts>> => {
  const ids = new Set(rows.map((row) => row.platform));
  return new Map((await factsOfPlatforms([...ids], ctx.db)).map((row) => [row.id, row]));
});

/** A node that an asset is on: `link` tells the order in which they were linked. */
type NodeOfAsset = { asset: string; link: string; id: string; name: string; path: string; is_open: boolean };

/** The nodes of assets, by asset and in the order of their paths; those in the caller's scope are open. */
export const nodesOf = together(async (rows, ctx): Promise<Map<string, NodeOfAsset[]>> => {
  const open = await visibleRows('assets.node', ctx);
  const found =
    await ctx.db.rows<NodeOfAsset>(sql`select l.asset::text as asset, l.id::text as link, n.id::text as id, n.value as name,
      n.full_value as path, v.id is not null as is_open
    from assets_asset_nodes l join ${allNodes} n on n.id = l.node left join ${open} v on v.id = n.id
    where l.asset = any(${uuids(rows.map((row) => row.id))}) order by n.full_value`);
  return Map.groupBy(found, (node) => node.asset);
});
