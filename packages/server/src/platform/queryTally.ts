import { AsyncLocalStorage } from 'node:async_hooks';

/** Number of database queries of some work. */
export type QueryTally = { queries: number };

const tallies = new AsyncLocalStorage<QueryTally>();

/** Runs work and counts its queries. */
export const counting = <T>(tally: QueryTally, work: () => T): T => tallies.run(tally, work);

/** Counts a query; costs almost nothing when no work is being counted. */
export const countQuery = (): void => {
  const tally = tallies.getStore();
  if (tally) tally.queries += 1;
};
