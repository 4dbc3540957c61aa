/** Waits for work until its time is over; it is told by the signal, and may ignore it. */
export const inTime = async <T>(
  work: (signal: AbortSignal) => Promise<T>,
  patienceMs: number,
): Promise<T> => {
  const late = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new TooLate(patienceMs));
  }, patienceMs);
  try {
    return await Promise.race([work(late.signal), promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Work that took longer than it may. */
export class TooLate extends Error {
  override name = 'TooLate';
  constructor(patienceMs: number) {
    super(`not delivered in time (${patienceMs / 1000} s)`);
  }
}
