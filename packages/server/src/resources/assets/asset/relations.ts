import { sql } from 'drizzle-orm';

/** Assets of every organization. */
export const allAssets = sql`(select id, org_id, is_active, search_text, platform, domain, date_created, name, address, protocols, category,
  type, connectivity, comment from assets_asset)`;

/** Where it is kept which asset hangs on which node. */
export const assetNodeLinks = { table: 'assets_asset_nodes', node: 'node', item: 'asset' } as const;

/** The nodes of assets. */
export const allAssetNodes = sql`(select id, asset, node from assets_asset_nodes)`;
