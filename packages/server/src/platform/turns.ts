import type { Database } from './database.ts';

/** How long somebody waits for his turn, and what he is told when it does not come. */
export type Patience = { ms: number; refusal: () => Error };

/** Runs work when a place is free; without patience it waits as long as it takes. */
export type Turns = <T>(work: () => Promise<T>, patience?: Patience) => Promise<T>;

/** A queue before a few places: whoever comes first gets the next free one. */
export const createTurns = (places: number): Turns => {
  let free = places;
  const waiting: (() => void)[] = [];

  const wait = (patience: Patience | undefined) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(call), 1);
        reject(patience?.refusal());
      };
      const timer = patience && setTimeout(giveUp, patience.ms);
      const call = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(call);
    });
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async (work, patience) => {
    if (free > 0) free -= 1;
    else await wait(patience);
    try {
      return await work();
    } finally {
      leave();
    }
  };
};

/** A database whose statements take turns; one transaction is one turn. */
export const inTurn = (db: Database, turns: Turns, patience?: Patience): Database => ({
  rows: (query) => turns(() => db.rows(query), patience),
  transaction: (work) => turns(() => db.transaction(work), patience),
  together: db.together,
});
