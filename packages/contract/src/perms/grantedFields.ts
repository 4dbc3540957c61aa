/** Fields of an asset that users who may connect to it can read. */
export const grantedFields = [
  'id',
  'name',
  'address',
  'domain',
  'platform',
  'comment',
  'org_id',
  'org_name',
  'is_active',
  'date_verified',
  'created_by',
  'date_created',
  'connectivity',
  'nodes',
  'labels',
  'category',
  'type',
] as const;

/** The same in lists, where clients mark assets that they cannot open. */
export const grantedListFields = [...grantedFields, 'protocols'] as const;
