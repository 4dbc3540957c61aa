import { useCan } from '../../../platform/session/useSession.ts';
import { useStore } from '../../../platform/store.ts';
import type { WorkTab } from '../workspace.ts';

/** The address of the recording of an ended session; null if there is none or the user may not watch it. */
export const useRecording = (tab: WorkTab): string | null => {
  const can = useCan();
  const { link } = useStore(tab.session.store);
  const isThere = link.phase === 'ended' && link.facts?.recorded;
  return isThere && can('terminal.view_sessionreplay') ? `/luna/replay/${link.facts?.session_id}` : null;
};
