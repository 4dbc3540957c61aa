import { useMemo } from 'react';
import { useStore } from '../../platform/store.ts';
import { useLuna } from '../LunaContext.tsx';
import { useSessionText } from './useSessionText.ts';
import type { WorkTab } from './workspace.ts';

const livePhases = (tabs: readonly WorkTab[]) =>
  tabs
    .filter((tab) => tab.session.store.get().link.phase === 'live')
    .map((tab) => tab.target.asset.id)
    .join(' ');

/** Ids of the assets with a live terminal in this page, and of the active tab's asset. */
export const useOpenAssets = (): { open: ReadonlySet<string>; active: string | undefined } => {
  const { workspace } = useLuna();
  const { list, active } = useStore(workspace.store);
  const ids = useSessionText(list, livePhases);
  return useMemo(
    () => ({
      open: new Set(ids.split(' ').filter(Boolean)),
      active: list.find((tab) => tab.key === active)?.target.asset.id,
    }),
    [ids, list, active],
  );
};
