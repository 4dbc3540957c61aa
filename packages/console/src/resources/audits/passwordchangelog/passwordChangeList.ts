import type { passwordchangelog } from '@gatehouse/contract/resources/audits/passwordchangelog.ts';
import { NamedCell } from '../../../engine/cells/textCells.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { MomentCell } from '../logCells.tsx';

/** Password changes: whose, by whom, from which address and when. */
export const passwordChangeList: ListSlots<typeof passwordchangelog> = {
  columns: {
    user: { Cell: NamedCell, card: 'title' },
    change_by: { Cell: NamedCell },
    datetime: { Cell: MomentCell, card: 'time' },
  },
};
