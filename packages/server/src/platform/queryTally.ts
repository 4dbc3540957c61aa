import { AsyncLocalStorage } from 'node:async_hooks';

/** How many queries somebody's work has sent to the database. */
export type QueryTally = { queries: number };

const tallies = new AsyncLocalStorage<QueryTally>();

/** Does a work whose queries are counted. */
export const counting = <T>(tally: QueryTally, work: () => T): T => tallies.run(tally, work);

/** One query goes out; costs next to nothing where nobody counts. */
export const countQuery = (): void => {
  const tally = tallies.getStore();
  if (tally) tally.queries += 1;
};
