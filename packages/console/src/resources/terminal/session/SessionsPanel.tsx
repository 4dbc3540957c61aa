import { ResourceList } from '../../../engine/list/ResourceList.tsx';
import { useListController } from '../../../engine/list/useListController.ts';
import { useMemoryState } from '../../../engine/list/useListState.ts';
import { SESSIONS_URL } from './sessionCells.tsx';
import { useSessionSlots } from './useSessionSlots.tsx';

/** Sessions of a user or an asset, running ones first. */
export function SessionsPanel({ name, params }: { name: string; params: Record<string, unknown> }) {
  const state = useMemoryState({ order: 'is_finished,-date_end' });
  const slots = useSessionSlots({ params });
  const list = useListController({ name, url: SESSIONS_URL, state, slots });
  return <ResourceList list={list} />;
}
