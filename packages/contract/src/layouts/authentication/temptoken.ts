import type { ListModeOf } from '../../console/ListMode.ts';
import type { temptoken } from '../../resources/authentication/temptoken.ts';

/** A user's own temporary passwords. */
export const tempTokenList: ListModeOf<typeof temptoken> = {
  columns: ['username', 'secret', 'date_expired', 'date_verified', 'is_valid', 'actions'],
  without: ['moreActions', 'selection', 'import', 'export'],
  rowName: 'username',
};
