import { useCallback } from 'react';
import { usePlatform } from '../Platform.tsx';
import { useStore } from '../store.ts';
import { can, type Need } from './can.ts';
import type { SessionState } from './sessionStore.ts';

/** The user, the area, the organization and the product's settings. */
export const useSession = (): SessionState => useStore(usePlatform().session);

/** Checks the user's permissions. */
export const useCan = (): ((need: Need) => boolean) => {
  const { perms } = useSession();
  return useCallback((need: Need) => can(perms, need), [perms]);
};
