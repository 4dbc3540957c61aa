import { PROFILE_URL } from '../../platform/http/sessionCheck.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import type { Profile } from '../../platform/session/wire.ts';

/** Reads the profile again after a change to it. */
export const useProfileRefresh = (): (() => Promise<void>) => {
  const { http, session } = usePlatform();
  return async () => session.setProfile(await http.get<Profile>(PROFILE_URL));
};
