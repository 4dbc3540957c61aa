import type { ListModeOf } from '../../console/ListMode.ts';
import type { accesskey } from '../../resources/authentication/accesskey.ts';

/** A user's own API keys. */
export const accessKeyList: ListModeOf<typeof accesskey, 'secret'> = {
  columns: ['id', 'secret', 'ip_group', 'is_active', 'date_created', 'date_last_used', 'actions'],
  without: ['import', 'export', 'moreActions', 'selection'],
  rowName: 'id',
};
