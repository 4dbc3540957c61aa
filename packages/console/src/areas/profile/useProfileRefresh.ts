import { usePlatform } from '../../platform/Platform.tsx';

/** Reloads the profile after a change. */
export const useProfileRefresh = (): (() => Promise<void>) => {
  const { http, session } = usePlatform();
  return async () => session.setProfile(await http.call('GET /api/v1/users/profile/'));
};
