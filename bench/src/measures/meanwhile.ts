import { setTimeout as sleep } from 'node:timers/promises';

/** Pause between two requests of a user who looks at lists, in milliseconds. */
const pauseMs = 50;

/** Asks for pages in turn while some work goes on; returns how long the answers took, in milliseconds. */
export const askMeanwhile = async (
  asks: readonly (() => Promise<void>)[],
  work: () => Promise<void>,
): Promise<number[]> => {
  const values: number[] = [];
  let isOver = false;
  const asking = async () => {
    for (let at = 0; !isOver; at += 1) {
      const began = performance.now();
      await asks[at % asks.length]?.();
      values.push(performance.now() - began);
      await sleep(pauseMs);
    }
  };
  const asked = asking();
  try {
    await work();
  } finally {
    isOver = true;
  }
  await asked;
  return values;
};
