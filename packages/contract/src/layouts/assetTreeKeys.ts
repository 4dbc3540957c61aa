/** Query parameters by which the asset tree narrows a list; they stay in the address. */
export const assetTreeKeys = [
  'node_id',
  'asset_id',
  'category',
  'type',
  'platform',
  'show_current_asset',
] as const;
