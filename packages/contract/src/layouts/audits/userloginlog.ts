import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { userloginlog } from '../../resources/audits/userloginlog.ts';

/** Attempts to sign in. */
export const loginLogList: ListModeOf<typeof userloginlog> = { without: ['import'], dateRange: true };

/** The facts of an attempt to sign in, with texts instead of codes for its reason and backend. */
export const loginLogDetail: DetailLayoutOf<typeof userloginlog> = {
  order: [
    'username',
    'id',
    'city',
    'ip',
    'backend_display',
    'reason_display',
    'detail',
    'rule',
    'status',
    'type',
    'mfa',
    'user_agent',
    'datetime',
  ],
  exclude: ['reason', 'backend'],
};
