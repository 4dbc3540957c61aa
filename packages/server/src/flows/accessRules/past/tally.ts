import {
  type TrialCounts,
  type TrialExample,
  type TrialOutcome,
  type TrialResult,
  type TrialShare,
  trialLimits,
} from '@gatehouse/contract/policy/trial.ts';

type Named = { id: string; name: string };
type Counts = { [outcome in TrialOutcome]?: number };
type Counted = Named & { counts: Counts; total: number; shown: number };

/** An event that the tried rule decides. */
type Hit = { outcome: TrialOutcome; user: Named; asset?: Named; command?: string };

/** Examples that are kept, whomever and whatever they are about. */
const latest = 50;
/** Examples that are kept for each user and each asset besides these. */
const ofEach = 3;
/** How many distinct command lines are counted; those that come later are not in their list. */
const mostLines = 100_000;

const countIn = (group: Map<string, Counted>, { id, name }: Named, outcome: TrialOutcome): Counted => {
  const found = group.get(id) ?? { id, name, counts: {}, total: 0, shown: 0 };
  if (found.total === 0) group.set(id, found);
  found.counts[outcome] = (found.counts[outcome] ?? 0) + 1;
  found.total += 1;
  return found;
};

const largest = (group: ReadonlyMap<string, Counted>): TrialShare[] =>
  [...group.values()]
    .sort((a, b) => b.total - a.total || a.name.localeCompare(b.name))
    .slice(0, trialLimits.shares)
    .map(({ id, name, counts }) => ({ id, name, counts }));

/** What is counted while the past is read, the latest events first. */
export const createTally = () => {
  const counts: Counts = {};
  const users = new Map<string, Counted>();
  const assets = new Map<string, Counted>();
  const commands = new Map<string, Counted>();
  const others = new Map<string, Named & { count: number }>();
  const examples: TrialExample[] = [];
  return {
    hit: ({ outcome, user, asset, command }: Hit, exampleOf: () => TrialExample): void => {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      const about = [countIn(users, user, outcome)];
      if (asset) about.push(countIn(assets, asset, outcome));
      if (command !== undefined && (commands.size < mostLines || commands.has(command)))
        countIn(commands, { id: command, name: command }, outcome);
      const isWanted = examples.length < latest || about.some(({ shown }) => shown < ofEach);
      if (!isWanted || examples.length >= trialLimits.examples) return;
      for (const one of about) one.shown += 1;
      examples.push(exampleOf());
    },
    /** Another rule decides an event that the tried one matches. */
    other: ({ id, name }: Named): void => {
      others.set(id, { id, name, count: (others.get(id)?.count ?? 0) + 1 });
    },
    summary: (): Pick<
      TrialResult,
      'counts' | 'decided_before' | 'others' | 'totals' | 'users' | 'assets' | 'commands' | 'examples'
    > => ({
      counts: counts satisfies TrialCounts,
      decided_before: [...others.values()].reduce((sum, { count }) => sum + count, 0),
      others: [...others.values()].sort((a, b) => b.count - a.count).slice(0, 10),
      totals: { users: users.size, assets: assets.size, commands: commands.size },
      users: largest(users),
      assets: largest(assets),
      commands: largest(commands),
      examples,
    }),
  };
};
