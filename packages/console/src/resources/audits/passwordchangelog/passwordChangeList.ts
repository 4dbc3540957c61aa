import type { passwordchangelog } from '@gatehouse/contract/resources/audits/passwordchangelog.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { MomentCell } from '../logCells.tsx';

/** Password changes: user, author and time. */
export const passwordChangeList: ListSlots<typeof passwordchangelog> = {
  columns: { datetime: { Cell: MomentCell, card: 'time' } },
};
