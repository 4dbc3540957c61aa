const DELAY_MS = 30_000;

/** URL of the profile, the only request that does not extend the session. */
export const PROFILE_URL = '/api/v1/users/profile/';

/** Checks 30 s after the last answer whether the session is alive; the check's own answers do not count. */
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
