const steadyMs = 2_000;
const firstDelayMs = 50;
const longestDelayMs = 10_000;

/** How long to wait before the next start: hardly at all after a steady run, ever longer while it keeps failing. */
export const nextDelay = (previousMs: number, steadyForMs: number): number => {
  if (steadyForMs >= steadyMs || previousMs === 0) return firstDelayMs;
  return Math.min(previousMs * 3, longestDelayMs);
};
