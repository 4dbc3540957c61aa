import { useCallback } from 'react';
import { usePlatform } from '../Platform.tsx';
import { useStore } from '../store.ts';
import { can, type Need } from './can.ts';
import type { SessionState } from './sessionStore.ts';

/** Who is signed in, where, and what the product is set to. */
export const useSession = (): SessionState => useStore(usePlatform().session);

/** Asks whether the person may do something. */
export const useCan = (): ((need: Need) => boolean) => {
  const { perms } = useSession();
  return useCallback((need: Need) => can(perms, need), [perms]);
};
