/** Calls back after a delay; returns a function that cancels it. */
export type After = (milliseconds: number, callback: () => void) => () => void;

/** The browser's timer. */
export const browserAfter: After = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};
