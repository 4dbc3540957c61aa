import type { ListModeOf } from '../../console/ListMode.ts';
import type { connectiontoken } from '../../resources/authentication/connectiontoken.ts';

/** A user's own connection tokens. */
export const connectionTokenList: ListModeOf<typeof connectiontoken> = {
  columns: ['id', 'user_display', 'asset_display', 'account', 'protocol', 'date_expired', 'actions'],
  fixed: ['id', 'actions'],
  without: ['moreActions', 'selection', 'import', 'export'],
  rowName: 'asset_display',
};
