import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { AccountTextCell, FactCell } from '../../../engine/cells/textCells.tsx';
import type { ColumnsIn } from '../../../engine/list/table/columns.ts';
import {
  CommandCountCell,
  DurationCell,
  ProtocolCell,
  RiskCell,
  SessionAssetCell,
  SessionUserCell,
  StartedCell,
} from './sessionCells.tsx';

/**
 * Columns shared by all session lists. Their widths leave room for all of them on a page of 1440 px, so only
 * the columns that lists are sorted by have room for the arrows.
 */
export const sessionColumns = (title: {
  target: string;
  commands: string;
  from: string;
}): ColumnsIn<typeof session> => ({
  user: { Cell: SessionUserCell, width: 116, card: 'title' },
  asset: { Cell: SessionAssetCell, title: title.target, width: 168, card: 'fact' },
  account: { Cell: AccountTextCell, width: 92, sortable: false, card: 'fact' },
  remote_addr: { Cell: FactCell, title: title.from, width: 104, sortable: false, card: 'hidden' },
  protocol: { Cell: ProtocolCell, width: 80, sortable: false, card: 'tags' },
  command_amount: {
    Cell: CommandCountCell,
    title: title.commands,
    width: 92,
    align: 'right',
    sortable: false,
    card: 'hidden',
  },
  risk_level: { Cell: RiskCell, width: 92, sortable: false, card: 'hidden' },
  date_start: { Cell: StartedCell, width: 148, card: 'time' },
  duration: { Cell: DurationCell, width: 82, align: 'right', card: 'hidden' },
});
