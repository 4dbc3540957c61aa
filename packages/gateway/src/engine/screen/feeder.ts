/** Deferrable work: `step` does about `budget` bytes of it and returns whether more is left. */
export type Eater = { step: (budget: number) => Promise<boolean> };

/**
 * Shares the screen thread fairly between screen models, so that a flooding session does not hold up the
 * others.
 */
export type Feeder = { wake: (eater: Eater) => void };

/** Work of one round, in bytes; parsing this much takes about a millisecond. */
const ROUND_BYTES = 32 * 1024;
/** Maximum number of sessions stepped in one round. */
const ROUND_EATERS = 16;

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs rounds while there is work, and lets the thread handle messages between them. */
export const createFeeder = (): Feeder => {
  let waiting = new Set<Eater>();
  let running = false;

  const run = async () => {
    while (waiting.size > 0) {
      await pause();
      const round = [...waiting].slice(0, ROUND_EATERS);
      for (const eater of round) waiting.delete(eater);
      const budget = Math.ceil(ROUND_BYTES / round.length);
      const results = await Promise.allSettled(round.map((eater) => eater.step(budget)));
      const left = round.filter((_, i) => {
        const result = results[i]!;
        return result.status === 'fulfilled' && result.value;
      });
      // A session that had its turn goes to the end of the queue.
      waiting = new Set([...waiting, ...left]);
    }
    running = false;
  };

  return {
    wake: (eater) => {
      waiting.add(eater);
      if (running) return;
      running = true;
      void run();
    },
  };
};
