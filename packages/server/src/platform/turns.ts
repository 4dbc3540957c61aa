/** How long somebody waits for his turn, and what he is told when it does not come. */
export type Patience = { ms: number; refusal: (holdsPlace: boolean) => Error };

/** Somebody in the queue. */
export type Comer = {
  /** The person, who takes one place at a time however often he comes. */
  who: string;
  /** Tells that he went away. */
  signal: AbortSignal;
  /** Without it he waits as long as it takes. */
  patience?: Patience;
};

/** Runs work when a place is free for whoever comes. */
export type Turns = <T>(work: () => Promise<T>, comer: Comer) => Promise<T>;

/** A queue before a few places. Persons take turns, each with one place at most; what one person asks is served in order. */
export const createTurns = (places: number): Turns => {
  let free = places;
  const holders = new Set<string>();
  /** Who waits, those first whose turn is next. */
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
  /** Whatever else he waits for comes after the others. */
  const leavePlace = (who: string) => {
    free += 1;
    holders.delete(who);
    const line = lines.get(who);
    lines.delete(who);
    if (line) lines.set(who, line);
    callNext();
  };
  const leaveLine = (who: string, call: () => void) => {
    const line = lines.get(who)?.filter((one) => one !== call) ?? [];
    if (line.length) lines.set(who, line);
    else lines.delete(who);
  };
  const wait = ({ who, signal, patience }: Comer) =>
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

  return async (work, comer) => {
    comer.signal.throwIfAborted();
    await wait(comer);
    try {
      comer.signal.throwIfAborted();
      return await work();
    } finally {
      leavePlace(comer.who);
    }
  };
};
