/** How long a request waits for its turn, and the refusal when it does not come. */
export type Patience = { ms: number; refusal: (holdsPlace: boolean) => Error };

/** A request in the queue. */
export type Caller = {
  /** The user, who holds at most one place at a time, however many requests they make. */
  who: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Without it the request waits as long as it takes. */
  patience?: Patience;
};

/** Runs work when a place is free for the user. */
export type Turns = <T>(work: () => Promise<T>, caller: Caller) => Promise<T>;

/**
 * A queue for a few places. Users take turns, each with at most one place; requests of one user are served in
 * order.
 */
export const createTurns = (places: number): Turns => {
  let free = places;
  const holders = new Set<string>();
  /** Waiting requests by user, in the order of their turns. */
  const lines = new Map<string, (() => void)[]>();

  const callNext = () => {
    for (const [who, line] of lines) {
      if (free === 0) return;
      const call = holders.has(who) ? undefined : line.shift();
      if (!call) continue;
      if (!line.length) lines.delete(who);
      free -= 1;
      holders.add(who);
      call();
    }
  };
  /** Frees the user's place; their other requests go behind those of other users. */
  const leavePlace = (who: string) => {
    free += 1;
    holders.delete(who);
    const line = lines.get(who);
    lines.delete(who);
    if (line) lines.set(who, line);
    callNext();
  };
  const leaveLine = (who: string, call: () => void) => {
    const line = lines.get(who)?.filter((turn) => turn !== call) ?? [];
    if (line.length) lines.set(who, line);
    else lines.delete(who);
  };
  const wait = ({ who, signal, patience }: Caller) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', goAway);
      };
      const call = () => {
        end();
        resolve();
      };
      const giveUp = (reason: unknown) => {
        end();
        leaveLine(who, call);
        reject(reason);
      };
      const goAway = () => giveUp(signal.reason);
      const timer = patience && setTimeout(() => giveUp(patience.refusal(holders.has(who))), patience.ms);
      signal.addEventListener('abort', goAway);
      lines.set(who, [...(lines.get(who) ?? []), call]);
      callNext();
    });

  return async (work, caller) => {
    caller.signal.throwIfAborted();
    await wait(caller);
    try {
      caller.signal.throwIfAborted();
      return await work();
    } finally {
      leavePlace(caller.who);
    }
  };
};
