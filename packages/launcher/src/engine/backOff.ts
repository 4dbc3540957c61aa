const steadyMs = 2_000;
const firstDelayMs = 50;
const longestDelayMs = 10_000;

/** Delay before the next start: almost none after a steady run, growing while the program keeps failing. */
export const nextDelay = (previousMs: number, steadyForMs: number): number => {
  if (steadyForMs >= steadyMs || previousMs === 0) return firstDelayMs;
  return Math.min(previousMs * 3, longestDelayMs);
};
