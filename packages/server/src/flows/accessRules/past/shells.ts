import type { Definition, Entered } from './recordedCommands.ts';

const isBefore = (one: Entered, other: Entered): boolean =>
  one.timestamp === other.timestamp ? one.id < other.id : one.timestamp < other.timestamp;

/** How many of these, in the order of their time, were entered before another. */
const countBefore = (definitions: readonly Entered[], entered: Entered): number => {
  let [low, high] = [0, definitions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = definitions[middle];
    if (one && isBefore(one, entered)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * The shells in which commands were entered: what earlier lines of their session had defined. `stateAfter` numbers the
 * state in which a line leaves a shell; 0 is that of a new one.
 */
export const createShells = (
  definitions: readonly Definition[],
  stateAfter: (state: number, line: string) => number,
) => {
  const inOrder = definitions.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  const defined = Map.groupBy(inOrder, ({ session }) => session);
  const known = new Map<string, number[]>();
  const statesIn = (session: string, ofSession: readonly Definition[]): number[] => {
    const before = known.get(session);
    if (before) return before;
    const states: number[] = [0];
    for (const { input } of ofSession) states.push(stateAfter(states.at(-1) ?? 0, input));
    known.set(session, states);
    return states;
  };
  return {
    /** The number of the state that a command found. */
    stateOf: (entered: Entered): number => {
      const ofSession = defined.get(entered.session);
      if (!ofSession) return 0;
      return statesIn(entered.session, ofSession)[countBefore(ofSession, entered)] ?? 0;
    },
  };
};
