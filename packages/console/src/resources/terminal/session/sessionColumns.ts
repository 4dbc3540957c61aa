import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import type { ColumnsIn } from '../../../engine/list/table/columns.ts';
import {
  CommandCountCell,
  DurationCell,
  FactCell,
  ProtocolCell,
  RiskCell,
  SessionAssetCell,
  SessionUserCell,
} from './sessionCells.tsx';

/** Columns shared by all session lists. */
export const sessionColumns = (title: { target: string; commands: string }): ColumnsIn<typeof session> => ({
  user: { Cell: SessionUserCell, width: 170, card: 'title' },
  asset: { Cell: SessionAssetCell, title: title.target, width: 200, card: 'fact' },
  account: { Cell: FactCell, width: 130, card: 'fact' },
  remote_addr: { Cell: FactCell, width: 130, card: 'hidden' },
  protocol: { Cell: ProtocolCell, width: 84, card: 'tags' },
  command_amount: {
    Cell: CommandCountCell,
    title: title.commands,
    width: 124,
    align: 'right',
    card: 'hidden',
  },
  risk_level: { Cell: RiskCell, width: 120, card: 'hidden' },
  date_start: { card: 'time' },
  duration: { Cell: DurationCell, width: 110, align: 'right', card: 'hidden' },
});
