/** Calls back after a while; answers how to call it off. */
export type After = (milliseconds: number, callback: () => void) => () => void;

/** The browser's timer. */
export const browserAfter: After = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};
