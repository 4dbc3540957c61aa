/** Fields that users see of assets they can request. */
export const requestableAssetFields = ['id', 'name', 'address'] as const;

/** Fields that users see of nodes they can request. */
export const requestableNodeFields = [
  'id',
  'key',
  'value',
  'org_id',
  'name',
  'full_value',
  'org_name',
] as const;
