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
    subject: { width: 280 },
    receiver: { width: 150, card: 'title' },
    backend: { width: 110 },
    state: { Cell: DeliveryStateCell, width: 100, card: 'state' },
    attempts: { width: 84 },
    error: { width: 130 },
    date_created: { Cell: MomentCell, width: 148 },
    date_sent: { width: 148, card: 'time' },
  },
};
