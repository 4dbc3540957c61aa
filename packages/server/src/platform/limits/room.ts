/** A sender and how much room it asks for; `signal` is aborted when the client disconnects. */
type Guest = { who: string; weight: number; signal: AbortSignal };

/** Limits of a room. */
type RoomLimits = {
  /** What fits in at the same time. A guest that is heavier is let in alone. */
  most: number;
  /** How many guests may wait, and for how long. */
  waiting: number;
  patienceMs: number;
  refusal: () => Error;
};

/** Lets a guest in, at once or when there is room, and returns what it does when it leaves. */
type Room = (guest: Guest) => Promise<() => void>;

type Waiting = { guest: Guest; call: () => void };

/**
 * Room for what is held in memory. Guests are let in in order; a sender holds half of the room at most, and
 * does not keep others waiting while it has its share.
 */
export const createRoom = ({ most, waiting, patienceMs, refusal }: RoomLimits): Room => {
  let free = most;
  const held = new Map<string, number>();
  let line: Waiting[] = [];

  const hasShare = ({ who, weight }: Guest): boolean => {
    const own = held.get(who) ?? 0;
    return own > 0 && own + weight > most / 2;
  };
  const take = ({ who, weight }: Guest): (() => void) => {
    free -= weight;
    held.set(who, (held.get(who) ?? 0) + weight);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      free += weight;
      const own = (held.get(who) ?? 0) - weight;
      if (own > 0) held.set(who, own);
      else held.delete(who);
      callNext();
    };
  };
  const callNext = (): void => {
    for (const next of [...line]) {
      if (hasShare(next.guest)) continue;
      // A heavy guest is not passed by lighter ones behind it, or it would wait forever.
      if (next.guest.weight > free) return;
      line = line.filter((one) => one !== next);
      next.call();
    }
  };
  const wait = (guest: Guest): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const { signal } = guest;
      const leaveLine = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', goAway);
        line = line.filter((one) => one !== own);
      };
      const giveUp = (reason: unknown) => {
        leaveLine();
        reject(reason);
        callNext();
      };
      const goAway = () => giveUp(signal.reason);
      const own: Waiting = {
        guest,
        call: () => {
          leaveLine();
          resolve(take(guest));
        },
      };
      const timer = setTimeout(() => giveUp(refusal()), patienceMs);
      signal.addEventListener('abort', goAway);
      line.push(own);
      callNext();
    });

  return async (asked) => {
    asked.signal.throwIfAborted();
    const guest = { ...asked, weight: Math.min(asked.weight, most) };
    if (line.length >= waiting) throw refusal();
    return wait(guest);
  };
};
