import { sql } from 'drizzle-orm';

/** Assets of every organization. */
export const allAssets = sql`(select id, org_id, is_active, search_text, platform, domain, date_created, name, address, protocols, category,
  type, connectivity, comment from assets_asset)`;

/** Table and columns that link assets to nodes. */
export const assetNodeLinks = { table: 'assets_asset_nodes', node: 'node', item: 'asset' } as const;

/** Links of assets to nodes. */
export const allAssetNodes = sql`(select id, asset, node from assets_asset_nodes)`;
