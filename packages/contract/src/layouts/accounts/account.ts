import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { account } from '../../resources/accounts/account.ts';
import { assetTreeKeys } from '../assetTreeKeys.ts';

type Mode = ListModeOf<typeof account, 'secret'>;

/** An exported file contains the secrets, so an export requires a permission and an identity check. */
const panel: Mode = {
  columns: ['name', 'username', 'asset', 'secret', 'connectivity', 'date_updated'],
  exclude: ['spec_info'],
  searchExclude: ['asset'],
  exportNeed: 'accounts.view_accountsecret',
  exportConfirm: 'mfa',
};

/** All accounts, beside the tree of their assets. */
export const accountList: Mode = { ...panel, scopeKeys: assetTreeKeys };

/** Accounts of one asset; they fit beside its quick actions in a window of 1440 px. */
export const accountsOfAsset: Mode = {
  ...panel,
  columns: ['name', 'username', 'secret', 'connectivity'],
  without: ['import'],
};

/** Accounts a permission covers; their own address has no OPTIONS. */
export const accountsOfPermission: Mode = {
  ...panel,
  without: ['import', 'export'],
  metadataUrl: '/api/v1/accounts/accounts/',
};

/** The facts on the page of an account; a switch and the page head show others. */
export const accountDetail: DetailLayoutOf<typeof account> = {
  order: [
    ...(['name', 'id', 'username', 'secret_type', 'su_from', 'asset', 'version'] as const),
    ...(['source', 'source_id', 'connectivity', 'checkout_required', 'checkout_minutes'] as const),
  ],
  exclude: ['privileged', 'spec_info', 'is_active', 'org_name'],
};
