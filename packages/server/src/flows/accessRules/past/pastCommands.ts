import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import type { TrialExample } from '@gatehouse/contract/policy/trial.ts';
import type { RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import { filtersOf, verdictOf } from '@gatehouse/policy/limits/decide.ts';
import { type SQL, sql } from 'drizzle-orm';
import { uuids } from '../../../platform/database.ts';
import { usernameIn } from '../usernameIn.ts';
import type { JudgedLine, LineVerdict } from './judge/judgeLines.ts';
import { type Judge, startJudge } from './judge/judgeThread.ts';
import { type Command, type CommandSources, recordedCommands } from './recordedCommands.ts';
import { createShells } from './shells.ts';
import { createSubjects } from './subjects.ts';
import { createTally } from './tally.ts';
import { eachPage, type Findings, type Trial } from './trial.ts';

type Session = {
  id: string;
  user: string;
  user_id: string;
  asset: string;
  asset_id: string;
  account: string;
  /** Number of the filters in force in it; null if the tried one is not, undefined if they cannot be known. */
  set: number | null | undefined;
};

type CommandTrial = Trial & {
  /** Reads commands and sessions of the filter's organization that the caller may see. */
  sources: CommandSources & { sessions: SQL };
  org: string;
  /** The filters of the organization, the draft among them. */
  rules: RuleSet<CommandFilterRule>;
  draft: CommandFilterRule;
  passesUnknown: boolean;
};

/** How many sessions are remembered, and how many characters of lines with their verdicts. */
const most = { sessions: 200_000, characters: 16_000_000 };

/** The sessions of commands, with the filters that would be in force in them now. */
const createSessions = (
  { sources, lookUp, org, rules, draft, to }: CommandTrial,
  numberOf: (filters: readonly CommandFilterRule[]) => number,
) => {
  const known = new Map<string, Session | undefined>();
  const subjects = createSubjects(org, lookUp);
  const sets = new Map<string, Session['set']>();
  const setOf = ({ user_id, asset_id, account }: Omit<Session, 'set'>): Session['set'] => {
    const key = `${user_id} ${asset_id} ${account}`;
    if (sets.has(key)) return sets.get(key);
    const [user, asset] = [subjects.user(user_id), subjects.asset(asset_id)];
    let set: Session['set'];
    if (user && asset) {
      const request = { user, asset, account: usernameIn(account), address: '', now: to };
      const inForce = filtersOf(rules, request);
      set = inForce.some(({ id }) => id === draft.id) ? numberOf(inForce) : null;
    }
    sets.set(key, set);
    return set;
  };
  return {
    learn: async (ids: readonly string[]): Promise<void> => {
      if (known.size > most.sessions) known.clear();
      const unknown = [...new Set(ids)].filter((id) => !known.has(id));
      if (unknown.length === 0) return;
      const rows = await lookUp.rows<Omit<Session, 'set'>>(
        sql`select s.id::text as id, s."user", s.user_id, s.asset, s.asset_id, s.account
          from ${sources.sessions} s where s.id = any(${uuids(unknown)})`,
      );
      await subjects.learn(
        rows.map(({ user_id }) => user_id),
        rows.map(({ asset_id }) => asset_id),
      );
      for (const id of unknown) known.set(id, undefined);
      for (const row of rows) known.set(row.id, { ...row, set: setOf(row) });
    },
    find: (id: string): Session | undefined => known.get(id),
  };
};

/** The verdicts on lines, each of which is judged once. */
const createVerdicts = ({ judge }: Pick<Judge, 'judge'>) => {
  const known = new Map<string, LineVerdict>();
  let held = 0;
  return {
    learn: async (lines: ReadonlyMap<string, JudgedLine>): Promise<void> => {
      if (held > most.characters) {
        known.clear();
        held = 0;
      }
      const fresh = [...lines].filter(([key]) => !known.has(key));
      const found = fresh.length > 0 ? await judge(fresh.map(([, line]) => line)) : [];
      for (const [at, [key]] of fresh.entries()) {
        known.set(key, found[at] ?? { by: 'none' });
        held += key.length;
      }
    },
    find: (key: string): LineVerdict => known.get(key) ?? { by: 'none' },
  };
};

const exampleOf = (
  command: Command,
  session: Session,
  found: Extract<LineVerdict, { by: 'draft' }>,
  verdict: Pick<TrialExample, 'outcome' | 'isWithoutReviewer'>,
): TrialExample => ({
  id: command.id,
  ...verdict,
  at: new Date(command.timestamp * 1000).toISOString(),
  user: session.user,
  user_id: session.user_id,
  asset: session.asset,
  asset_id: session.asset_id,
  account: session.account,
  command: command.input,
  group: found.group,
  matched: found.matched,
  risk_level: command.risk_level,
  session: session.id,
  offset_ms: command.offset_ms,
});

/** What happens to a command that the tried filter decides: a review that no one could decide refuses it. */
const outcomeFor = (
  draft: CommandFilterRule,
  userId: string,
): Pick<TrialExample, 'outcome' | 'isWithoutReviewer'> => {
  const { outcome, isWithoutReviewer } = verdictOf(draft, userId);
  return {
    outcome: outcome === 'none' ? 'accept' : outcome,
    ...(isWithoutReviewer && { isWithoutReviewer: true as const }),
  };
};

/** Judges the commands of a time by the filters that would be in force, as the command gate does. */
export const tryOnCommands = async (trial: CommandTrial): Promise<Findings> => {
  const { sources, rules, draft, tell } = trial;
  const recorded = recordedCommands(trial, sources);
  const judge = startJudge(trial, trial.signal);
  const sessions = createSessions(trial, judge.numberOf);
  const names = new Map(rules.rules.map(({ id, name }) => [id, name]));
  const tally = createTally();
  const verdicts = createVerdicts(judge);
  let shells: ReturnType<typeof createShells>;
  let examined = 0;
  let unknown = 0;
  let unread = 0;

  const count = (command: Command, session: Session, found: LineVerdict): void => {
    if (found.by === 'unread') unread += 1;
    if (found.by === 'other') tally.other({ id: found.filter, name: names.get(found.filter) ?? '' });
    if (found.by !== 'draft') return;
    const user = { id: session.user_id, name: session.user };
    const asset = { id: session.asset_id, name: session.asset };
    const verdict = outcomeFor(draft, user.id);
    tally.hit({ outcome: verdict.outcome, user, asset, command: command.input }, () =>
      exampleOf(command, session, found, verdict),
    );
  };
  const look = async (rows: Command[]): Promise<void> => {
    await sessions.learn(rows.map(({ session }) => session));
    const judged: { command: Command; session: Session; key: string }[] = [];
    const lines = new Map<string, JudgedLine>();
    for (const command of rows) {
      const session = sessions.find(command.session);
      if (session?.set === undefined) unknown += 1;
      else if (session.set !== null) {
        const { set } = session;
        const state = shells.stateOf(command);
        const key = `${set} ${state} ${command.input}`;
        lines.set(key, { set, state, line: command.input });
        judged.push({ command, session, key });
      }
    }
    await verdicts.learn(lines);
    for (const { command, session, key } of judged) count(command, session, verdicts.find(key));
    examined += rows.length;
    tell({ done: examined, total: Math.max(total, examined) });
  };

  const total = await recorded.count();
  tell({ done: 0, total });
  try {
    shells = createShells(await recorded.definitions(), judge.stateAfter);
    const isCutOff = await eachPage(trial, recorded.pages(), look);
    const unreached = recorded.unreached();
    return { ...tally.summary(), examined, unknown, unread, unreached, is_cut_off: isCutOff };
  } finally {
    await judge.stop();
  }
};
