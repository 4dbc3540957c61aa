import type { Registry } from './registry.ts';

/** Maximum number of concurrent checks: a change of permissions must not overload the server. */
const AT_ONCE = 4;

/**
 * Checks every running session. A call during a round triggers another round, because the current one may
 * have checked sessions before the change.
 */
export const createPermissionRound = (registry: Pick<Registry, 'all'>): (() => void) => {
  let running = false;
  let isDue = false;

  const round = async () => {
    const left = registry.all();
    const worker = async () => {
      for (let session = left.pop(); session; session = left.pop()) await session.checkPermission();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  const run = async () => {
    running = true;
    do {
      isDue = false;
      await round();
    } while (isDue);
    running = false;
  };

  return () => {
    if (running) isDue = true;
    else void run();
  };
};
