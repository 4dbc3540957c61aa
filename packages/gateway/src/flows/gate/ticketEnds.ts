/** Waits for one ticket. */
type TicketWatch = {
  /** Resolves when the ticket may have ended since the last call, after this time, or when the signal is aborted. */
  next: (most_ms: number, signal: AbortSignal) => Promise<void>;
  stop: () => void;
};

/** News of tickets that wait for no decision any more. */
export type TicketEnds = {
  /** `path` is where the ticket is asked for. */
  watch: (path: string) => TicketWatch;
  /** The ticket with this id ended; without an id, any may have. */
  ended: (id: string) => void;
};

/** Starts with nothing watched. */
export const createTicketEnds = (): TicketEnds => {
  const watches = new Set<{ path: string; tell: () => void }>();
  return {
    watch: (path) => {
      let isTold = false;
      let wake = () => {};
      const tell = () => {
        isTold = true;
        wake();
      };
      const watch = { path, tell };
      watches.add(watch);
      return {
        next: async (most_ms, signal) => {
          if (!isTold && !signal.aborted)
            await new Promise<void>((resolve) => {
              const timer = setTimeout(() => wake(), most_ms);
              wake = () => {
                clearTimeout(timer);
                signal.removeEventListener('abort', wake);
                resolve();
              };
              signal.addEventListener('abort', wake);
            });
          isTold = false;
        },
        stop: () => void watches.delete(watch),
      };
    },
    ended: (id) => {
      for (const { path, tell } of watches) if (path.includes(id)) tell();
    },
  };
};
