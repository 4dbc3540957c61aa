import type { ListModeOf } from '../../console/ListMode.ts';
import type { ftplog } from '../../resources/audits/ftplog.ts';

/** File operations in a session. */
export const filesOfSession: ListModeOf<typeof ftplog> = {
  columns: ['filename', 'operate', 'account', 'remote_addr', 'date_start', 'is_success'],
  fixed: ['filename'],
  without: ['selection', 'search', 'import', 'export'],
};
