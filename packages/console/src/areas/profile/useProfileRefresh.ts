import { usePlatform } from '../../platform/Platform.tsx';

/** Reads the profile again after a change to it. */
export const useProfileRefresh = (): (() => Promise<void>) => {
  const { http, session } = usePlatform();
  return async () => session.setProfile(await http.call('GET /api/v1/users/profile/'));
};
