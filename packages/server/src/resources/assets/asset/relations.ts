import { sql } from 'drizzle-orm';

/** Assets of every organization. */
export const allAssets = sql`(select id, org_id, is_active, search_text, platform, domain, date_created, name, address, protocols, category,
  type, connectivity, comment from assets_asset)`;

/** The nodes of assets. */
export const allAssetNodes = sql`(select id, asset, node from assets_asset_nodes)`;
