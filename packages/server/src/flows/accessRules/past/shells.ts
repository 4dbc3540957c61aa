import { type SQL, sql } from 'drizzle-orm';
import { secondsOf, type Trial } from './trial.ts';

type Entered = { id: string; session: string; timestamp: number };
type Definition = Entered & { input: string };

/** How many lines that may define something are read, the latest, and how long they may be. */
const most = { lines: 50_000, characters: 1_024 };

const readDefinitions = (
  { db, from, to }: Pick<Trial, 'db' | 'from' | 'to'>,
  commands: SQL,
): Promise<Definition[]> =>
  db.rows<Definition>(
    sql`select c.id::text as id, c.session, c.timestamp::int as timestamp, c.input from ${commands} c
      where c.timestamp >= ${secondsOf(from)} and c.timestamp <= ${secondsOf(to)} and c.risk_level not in (5, 6, 8)
        and length(c.input) <= ${most.characters}
        and ((c.input like '%=%' and c.input ~ '(^|[[:space:];&|(])[A-Za-z_][-[:alnum:]_.]*[+]?=') or c.input like '%(%)%'
          or c.input like '%function %' or c.input like '%for %' or c.input like '%read %' or c.input like '%set -- %')
      order by c.timestamp desc, c.id desc limit ${most.lines}`,
  );

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
export const createShells = async (
  trial: Pick<Trial, 'db' | 'from' | 'to'>,
  commands: SQL,
  stateAfter: (state: number, line: string) => number,
) => {
  const found = await readDefinitions(trial, commands);
  const defined = Map.groupBy(found.toReversed(), ({ session }) => session);
  const known = new Map<string, number[]>();
  const statesIn = (session: string, definitions: readonly Definition[]): number[] => {
    const before = known.get(session);
    if (before) return before;
    const states: number[] = [0];
    for (const { input } of definitions) states.push(stateAfter(states.at(-1) ?? 0, input));
    known.set(session, states);
    return states;
  };
  return {
    /** The number of the state that a command found. */
    stateOf: (entered: Entered): number => {
      const definitions = defined.get(entered.session);
      if (!definitions) return 0;
      return statesIn(entered.session, definitions)[countBefore(definitions, entered)] ?? 0;
    },
  };
};
