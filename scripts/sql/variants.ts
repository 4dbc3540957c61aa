import { type Choose, Unreachable } from './values.ts';

/** Maximum number of expansions of one statement. */
const most = 60;

/**
 * The results of a function that asks `choose` at its branches: up to a limit, each branch is taken at least
 * once, though not every combination.
 */
export const eachBranch = <T>(expand: (choose: Choose) => T): T[] => {
  const results: T[] = [];
  const open: Map<object, number>[] = [new Map()];
  const seen = new Map<object, number>();
  for (let run = 0; open.length > 0 && run < most; run += 1) {
    const taken = new Map(open.shift());
    const choose: Choose = (key, branches) => {
      const known = taken.get(key);
      if (known !== undefined) return Math.min(known, branches - 1);
      for (let branch = seen.get(key) ?? 1; branch < branches; branch += 1)
        open.push(new Map(taken).set(key, branch));
      seen.set(key, Math.max(branches, seen.get(key) ?? 1));
      taken.set(key, 0);
      return 0;
    };
    try {
      results.push(expand(choose));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
  }
  return results;
};
