const DELAY_MS = 30_000;

/** URL of the user's profile. Requesting it does not extend the web session. */
export const PROFILE_URL = '/api/v1/users/profile/';

/**
 * Checks whether the web session is alive, 30 s after the last answer; answers of the check itself do not
 * count.
 */
export const createSessionCheck = (deps: { check: () => void; setTimeout?: typeof setTimeout }) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = deps.setTimeout ?? setTimeout;
  return {
    onAnswer: (url: string) => {
      if (url.includes('/users/profile/')) return;
      clearTimeout(timer);
      timer = start(deps.check, DELAY_MS);
    },
    stop: () => clearTimeout(timer),
  };
};
