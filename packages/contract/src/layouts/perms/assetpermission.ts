import type { DetailLayoutOf, ListMode, ListModeOf } from '../../console/ListMode.ts';
import type { assetpermission } from '../../resources/perms/assetpermission.ts';
import { assetTreeKeys } from '../assetTreeKeys.ts';

type Mode = ListModeOf<typeof assetpermission>;

/** Permissions beside the tree of the assets they cover. */
export const permissionList: Mode = {
  scopeKeys: assetTreeKeys,
  batchFields: [
    'users',
    'user_groups',
    'assets',
    'nodes',
    'accounts',
    'actions',
    'is_active',
    'date_start',
    'date_expired',
  ],
};

/** Asset permissions of a user. */
export const permissionsOfUser: Mode = { without: ['selection', 'import'] };

/** Permissions that let a user or a group reach an asset. */
export const permissionsOfAsset: Mode = {
  columns: ['name', 'is_valid', 'created_by', 'date_created'],
  without: ['moreActions', 'import', 'export', 'selection'],
  metadataUrl: '/api/v1/perms/asset-permissions/',
};

/** Users or assets a permission covers, by the column that names them. */
export const coveredBy = <Name extends string>(display: Name): ListMode<Name> => ({
  columns: [display],
  fixed: [display],
  without: ['selection', 'columns', 'import', 'export'],
  rowName: display,
});

/** The facts on the page of a permission; switches and the page head show others. */
export const permissionDetail: DetailLayoutOf<typeof assetpermission> = {
  order: [
    'name',
    'users',
    'user_groups',
    'assets',
    'nodes',
    'accounts',
    'protocols',
    'actions',
    'date_start',
    'date_expired',
    'date_last_used',
    'date_created',
    'created_by',
    'comment',
  ],
  exclude: ['id', 'is_active', 'is_expired', 'is_valid', 'from_ticket', 'org_name'],
};
