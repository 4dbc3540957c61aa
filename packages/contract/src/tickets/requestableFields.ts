/** What is told of assets that can be requested. */
export const requestableAssetFields = ['id', 'name', 'address'] as const;

/** What is told of nodes that can be requested. */
export const requestableNodeFields = [
  'id',
  'key',
  'value',
  'org_id',
  'name',
  'full_value',
  'org_name',
] as const;
