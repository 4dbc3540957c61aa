import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { asset } from '../../resources/assets/asset.ts';
import { assetTreeKeys } from '../assetTreeKeys.ts';

type Mode = ListModeOf<typeof asset>;
type PermittedMode = ListModeOf<typeof asset, 'accounts'>;

/** Assets beside the tree of their nodes. */
export const assetList: Mode = {
  scopeKeys: assetTreeKeys,
  batchFields: ['platform', 'nodes', 'domain', 'labels', 'is_active', 'comment'],
};

/** Assets to choose from. */
export const assetPicker = {
  columns: ['name', 'address', 'platform'],
  fixed: ['name', 'address'],
  scopeKeys: assetTreeKeys,
  without: ['moreActions', 'import', 'export', 'columns'],
} as const satisfies Mode;

/** Assets of a platform. */
export const assetsOfPlatform: Mode = { without: ['selection', 'import', 'export'] };

/** Assets and gateway assets of a zone. */
export const assetsOfDomain: Mode = { without: ['import', 'export'] };

const permitted: PermittedMode = {
  fixed: ['name', 'address'],
  exclude: ['spec_info', 'auto_config', 'gathered_info', 'protocols', 'nodes_display'],
  scopeKeys: assetTreeKeys,
  without: ['selection', 'import', 'export'],
  metadataUrl: '/api/v1/assets/assets/',
};

/** What a user may connect to, by node. */
export const permittedAssets: PermittedMode = {
  ...permitted,
  columns: ['name', 'address', 'platform', 'accounts', 'connectivity'],
};

/** What the members of a group may connect to, by node. */
export const assetsOfGroup: PermittedMode = {
  ...permitted,
  columns: ['name', 'address', 'platform', 'connectivity'],
};

/** What the caller may connect to, by node. */
export const ownAssets: PermittedMode = {
  ...permitted,
  columns: ['name', 'address', 'platform', 'accounts', 'connectivity', 'is_active'],
};

/** The facts on the page of an asset; cards and tabs show others. */
export const assetDetail: DetailLayoutOf<typeof asset> = {
  order: [
    'name',
    'id',
    'address',
    'category',
    'type',
    'platform',
    'domain',
    'protocols',
    'connectivity',
    'date_verified',
    'created_by',
    'date_created',
    'comment',
  ],
  exclude: ['nodes', 'nodes_display', 'auto_config', 'spec_info', 'gathered_info', 'is_active', 'org_name'],
};
