import { setTimeout as sleep } from 'node:timers/promises';

/** What some work took: by the clock and of the processors in seconds, and of memory at its peak in MB. */
export type Cost = { seconds: number; processorSeconds: number; memory: number };

const lookMs = 250;

/** Carries work out and measures what it costs. */
export const costOf = async (
  work: () => Promise<void>,
  { used, memory }: { used: () => Promise<number>; memory: () => Promise<number> },
): Promise<Cost> => {
  let [peak, isOver] = [0, false];
  const before = await used();
  const looking = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memory());
      await sleep(lookMs);
    }
  })();
  const began = performance.now();
  try {
    await work();
  } finally {
    isOver = true;
  }
  const seconds = (performance.now() - began) / 1000;
  const processorSeconds = ((await used()) - before) / 1000;
  await looking;
  return { seconds, processorSeconds, memory: peak };
};
