import { loginLogDetail, loginLogList } from '@gatehouse/contract/layouts/audits/userloginlog.ts';
import type { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { NamedCell } from '../../../engine/cells/textCells.tsx';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { LoginStatusCell, MomentCell } from '../logCells.tsx';
import { ReasonCell } from './ReasonCell.tsx';
import { UsernameCell } from './UsernameCell.tsx';

/** The list of sign-in attempts. */
export const list: ListSlots<typeof userloginlog> = {
  // Narrow, to leave room for result, time and the reason, which names a rule.
  columns: {
    username: { Cell: UsernameCell, width: 130 },
    type: { width: 80 },
    backend_display: { width: 96 },
    ip: { width: 110 },
    city: { width: 80 },
    user_agent: { width: 96, sortable: false },
    mfa: { width: 76 },
    reason_display: { Cell: ReasonCell, width: 136 },
    status: { Cell: LoginStatusCell, width: 112, card: 'state' },
    datetime: { Cell: MomentCell, width: 164, card: 'time' },
  },
  rowActions: () => [],
  createActions: () => [],
  moreActions: () => [],
  mode: loginLogList,
};

/** The page of a sign-in attempt. */
export const detail: DetailSlots<typeof userloginlog> = {
  layout: loginLogDetail,
  cells: { username: NamedCell, status: LoginStatusCell, datetime: MomentCell },
  actions: () => [],
  hasActivity: false,
};
