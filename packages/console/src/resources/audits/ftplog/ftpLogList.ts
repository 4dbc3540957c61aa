import type { ftplog } from '@gatehouse/contract/resources/audits/ftplog.ts';
import { AccountTextCell, FactCell, NamedCell } from '../../../engine/cells/textCells.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { MomentCell } from '../logCells.tsx';
import { NumberCell } from './NumberCell.tsx';

/** File operations in sessions. Their widths leave room for time and outcome on a page of 1440 px. */
export const ftpLogList: ListSlots<typeof ftplog> = {
  columns: {
    id: { Cell: NumberCell, width: 46, card: 'hidden' },
    user: { Cell: NamedCell, width: 124 },
    remote_addr: { Cell: FactCell, width: 104, sortable: false },
    asset: { Cell: NamedCell, width: 150, card: 'fact' },
    account: { Cell: AccountTextCell, width: 92, sortable: false, card: 'fact' },
    operate: { width: 104 },
    filename: { width: 190 },
    date_start: { Cell: MomentCell, width: 148, card: 'time' },
    is_success: { width: 96, card: 'state' },
  },
};
