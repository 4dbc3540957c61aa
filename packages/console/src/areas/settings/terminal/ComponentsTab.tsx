import { componentList } from '@gatehouse/contract/layouts/terminal/terminal.ts';
import type { terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ActiveCell, LoadCell, StatCell, TypeCell } from './componentCells.tsx';
import { storageInputs } from './StorageInputs.tsx';
import { useComponentSwitch } from './useComponentSwitch.ts';

/** How soon the list looks again: loads and sessions change by themselves. */
const FOLLOW_MS = 10_000;

/** Registered components, with what they report about themselves. */
export function ComponentsTab() {
  const { t } = useTranslation('settings');
  const [search] = useSearchParams();
  const switchOf = useComponentSwitch();
  const name = search.get('name');
  const slots: ListSlots<typeof terminal> = {
    mode: componentList,
    columns: {
      name: { width: 150, card: 'title' },
      type: { Cell: TypeCell, width: 132 },
      session_online: { width: 88, align: 'right' },
      stat: { Cell: StatCell, title: t('component.stat'), width: 158 },
      load: { Cell: LoadCell, width: 84, card: 'state' },
      playbooks: { width: 116 },
      is_active: { Cell: ActiveCell, title: t('component.state'), width: 96 },
    },
    rowActions: (row, usual, list) => [
      ...usual.filter(({ name }) => name !== 'clone'),
      switchOf(row, list.refetch),
    ],
    batchInputs: storageInputs,
    refreshAfter: () => FOLLOW_MS,
    emptyText: t('component.empty'),
  };
  return (
    <EmbeddedList
      name="TerminalList"
      url="/api/v1/terminal/terminals/"
      routes="Terminal"
      slots={slots}
      {...(name && { initialQuery: { name } })}
    />
  );
}
