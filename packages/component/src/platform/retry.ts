/** Growing delays between attempts, partly random so that many clients do not return at the same moment. */
export const backOff = (failures: number, limits: { first_ms: number; max_ms: number }): number =>
  Math.min(limits.max_ms, limits.first_ms * 2 ** Math.min(failures, 20)) * (0.75 + Math.random() / 2);

/** Delays that all end early when the server is back, or for good when the process stops. */
export type Pauses = {
  /** Resolves to false when the process is stopping. */
  wait: (ms: number) => Promise<boolean>;
  /** Ends every delay now. */
  wakeAll: () => void;
  stop: () => void;
  stopped: () => boolean;
};

/** A set of delays. */
export const createPauses = (): Pauses => {
  const waiting = new Set<() => void>();
  let stopped = false;
  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        if (stopped) return resolve(false);
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve(!stopped);
        };
        const timer = setTimeout(wake, ms);
        waiting.add(wake);
      }),
    wakeAll,
    stop: () => {
      stopped = true;
      wakeAll();
    },
    stopped: () => stopped,
  };
};

/** Retries until success, an error that `shouldRetry` declines, or a stop. */
export const untilDone = async <T>(
  attempt: () => Promise<T>,
  rules: {
    pauses: Pauses;
    first_ms: number;
    max_ms: number;
    shouldRetry: (error: unknown, failures: number) => boolean;
  },
): Promise<T> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!rules.shouldRetry(error, failures + 1)) throw error;
      if (!(await rules.pauses.wait(backOff(failures, rules)))) throw error;
    }
  }
};
