import type { Registry } from './registry.ts';

/** Maximum number of concurrent checks: a change must not overload the server. */
const AT_ONCE = 4;

/** Checks of all running sessions after a change of permissions or rules. */
export type PermissionRound = {
  check: () => void;
  /** When a change was last announced, in wall clock milliseconds. */
  announced_ms: () => number;
};

/**
 * Checks every running session. A call during a round triggers another round, because the current one may
 * have checked sessions before the change.
 */
export const createPermissionRound = (registry: Pick<Registry, 'all'>): PermissionRound => {
  let running = false;
  let isDue = false;
  let announced_ms = 0;

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

  return {
    check: () => {
      announced_ms = Date.now();
      if (running) isDue = true;
      else void run();
    },
    announced_ms: () => announced_ms,
  };
};
