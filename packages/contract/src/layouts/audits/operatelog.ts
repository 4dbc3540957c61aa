import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { operatelog } from '../../resources/audits/operatelog.ts';

/** Entries of the operate log: who did what. */
export const operateLogList: ListModeOf<typeof operatelog> = { without: ['import'], dateRange: true };

/** The facts of an entry in the operate log. */
export const operateLogDetail: DetailLayoutOf<typeof operatelog> = {
  order: ['resource', 'id', 'user', 'action', 'resource_type', 'remote_addr', 'datetime'],
  exclude: ['org_name'],
};
