import type { messagelog } from '@gatehouse/contract/resources/audits/messagelog.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { GlyphName, StatusKind } from '../../theme/icon/Glyph.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { MomentCell } from './logCells.tsx';

const states: Record<string, [StatusKind, GlyphName]> = {
  waiting: ['off', 'off'],
  sent: ['ok', 'done'],
  failed: ['bad', 'bad'],
};

/** Whether a message was delivered. */
export function DeliveryStateCell({ value }: CellIn<typeof messagelog, 'state'>) {
  const [kind, glyph] = states[value.value] ?? ['off', 'off'];
  return (
    <StatusText kind={kind} glyph={glyph}>
      {value.label}
    </StatusText>
  );
}

/** Message deliveries: what was sent to whom, by which way, and with which result. */
export const messageLogList: ListSlots<typeof messagelog> = {
  columns: {
    subject: { width: 300 },
    receiver: { width: 180, card: 'title' },
    backend: { width: 120 },
    state: { Cell: DeliveryStateCell, width: 110, card: 'state' },
    error: { width: 160 },
    date_created: { Cell: MomentCell, width: 176, card: 'time' },
  },
};
