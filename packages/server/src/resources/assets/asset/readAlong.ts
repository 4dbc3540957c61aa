import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { referable } from '../../../engine/fields/related.ts';
import type { Row } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';

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

/** What fields of an asset show of its platform. */
export type PlatformFacts = Pick<
  Row<typeof platform>,
  'id' | 'name' | 'su_enabled' | 'domain_enabled' | 'automation'
>;

/** The platforms of assets, by id. */
export const platformFacts = together(async (rows, ctx): Promise<Map<string, PlatformFacts>> => {
  const ids = [...new Set(rows.map((row) => row.platform))];
  const found = await ctx.db.rows<PlatformFacts>(
    sql`select id, name, su_enabled, domain_enabled, automation from assets_platform where id = any(${`{${ids.join(',')}}`}::bigint[])`,
  );
  return new Map(found.map((row) => [row.id, row]));
});

/** A node that an asset is on: `link` tells the order in which they were linked. */
type NodeOfAsset = { asset: string; link: string; id: string; name: string; path: string; is_open: boolean };

/** The nodes of assets, by asset and in the order of their paths; those in the caller's scope are open. */
export const nodesOf = together(async (rows, ctx): Promise<Map<string, NodeOfAsset[]>> => {
  const scope = await referable(ctx.engine.resource('assets.node'), ctx);
  const found =
    await ctx.db.rows<NodeOfAsset>(sql`select l.asset::text as asset, l.id::text as link, t.id::text as id, t.value as name,
      t.full_value as path, (${scope}) as is_open
    from assets_asset_nodes l join assets_node t on t.id = l.node where l.asset = any(${uuids(rows.map((row) => row.id))}) order by t.full_value`);
  return Map.groupBy(found, (node) => node.asset);
});
