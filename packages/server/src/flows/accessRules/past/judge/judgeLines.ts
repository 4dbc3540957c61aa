import type { ShellState } from '@gatehouse/contract/policy/command.ts';
import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import {
  type CompiledFilters,
  compileFilters,
  decideCommand,
} from '@gatehouse/policy/commands/decideCommand.ts';
import { gateOutcome, isUnknown } from '@gatehouse/policy/commands/gateOutcome.ts';
import { freshState } from '@gatehouse/policy/commands/shell/session.ts';
import { readLine } from '@gatehouse/policy/commands/shell/simpleCommands.ts';

/** A filter as the judge needs it. */
export type JudgedFilter = Pick<CommandFilterRule, 'id' | 'action' | 'command_groups'>;

/** A line, and the numbers of the filters in force where it was entered and of the state of its shell. */
export type JudgedLine = { set: number; state: number; line: string };

/** A line that leaves a shell in another state. */
export type ShellStep = { state: number; before: number; line: string };

/**
 * What the tried filter does to a line: nothing, it decides, or another filter decides what it matches; `unread`: with
 * it in force the gate refuses the line, since more may run than is judged.
 */
export type LineVerdict =
  | { by: 'none' | 'unread' }
  | { by: 'draft'; outcome: JudgedFilter['action']; group: string; matched: string }
  | { by: 'other'; filter: string };

const none: LineVerdict = { by: 'none' };

/** How many characters are remembered of lines that the tried filter does not match. */
const mostQuiet = 16_000_000;

/** A state of a shell with the names that it gives a meaning. */
type Shell = { state: ShellState; names: readonly string[] };

const shellOf = (state: ShellState): Shell => ({
  state,
  names: [state.aliases, state.functions, state.variables].flatMap((names) => Object.keys(names)),
});

/** Whether a line could mean something else than in a new shell. */
const mentions = (line: string, { names }: Shell): boolean => {
  const bare = line.replace(/['"\\]/g, '');
  return names.some((name) => bare.includes(name));
};

/** The shells in which lines are entered, by the number of their state. */
const createShells = () => {
  const fresh = shellOf(freshState);
  const shells = new Map<number, Shell>([[0, fresh]]);
  return {
    follow: ({ state, before, line }: ShellStep): void => {
      const found = shells.get(before) ?? fresh;
      shells.set(state, shellOf(readLine(line.trim(), found.state).state));
    },
    /** What earlier lines mean for this one; undefined if nothing. */
    stateFor: ({ state, line }: JudgedLine): ShellState | undefined => {
      const shell = shells.get(state) ?? fresh;
      return mentions(line, shell) ? shell.state : undefined;
    },
  };
};

/**
 * Judges lines as the command gate does, by all filters of a session. Most lines are not matched by the tried
 * filter at all; those are judged once, whatever other filters there are. Earlier lines count for those that mention what
 * they defined.
 */
export const createLineJudge = (draft: JudgedFilter, passesUnknown: boolean) => {
  const alone = compileFilters([draft]);
  const sets = new Map<number, CompiledFilters<JudgedFilter>>();
  const words = new Set(alone.words);
  let wide: CompiledFilters<JudgedFilter> = alone;
  const quiet = new Set<string>();
  let held = 0;
  const forget = (): void => {
    quiet.clear();
    held = 0;
  };
  const shells = createShells();
  /** Whether the draft matches a line; undefined where it does not, and nothing else is to be said about it. */
  const matchesAlone = (line: string, state: ShellState | undefined): boolean | undefined => {
    if (!state && quiet.has(line)) return undefined;
    const verdict = decideCommand(line, wide, state);
    if (verdict.outcome !== 'none') return true;
    if (isUnknown(verdict) && !passesUnknown) return false;
    if (state) return undefined;
    if (held > mostQuiet) forget();
    quiet.add(line);
    held += line.length;
    return undefined;
  };
  return {
    /** Makes filters known by a number, in the order in which they decide. */
    learn: (set: number, filters: readonly JudgedFilter[]): void => {
      const compiled = compileFilters(filters);
      sets.set(set, compiled);
      const before = words.size;
      for (const word of compiled.words) words.add(word);
      if (words.size === before) return;
      // A name with wildcards may stand for a word that only another filter names.
      wide = { ...alone, words: [...words] };
      forget();
    },
    follow: shells.follow,
    judge: (judged: JudgedLine): LineVerdict => {
      const { set, line } = judged;
      const filters = sets.get(set);
      if (!filters) throw new Error(`no filters ${set}`);
      if (filters.invalid.length > 0) return { by: 'unread' };
      const state = shells.stateFor(judged);
      const isMatched = matchesAlone(line, state);
      if (isMatched === undefined) return none;
      const verdict = decideCommand(line, filters, state);
      const { outcome, filter, group, matched = '' } = verdict;
      const isRefused = gateOutcome({ outcome, isUnknown: isUnknown(verdict) }, passesUnknown) === 'unknown';
      if (isRefused) return { by: 'unread' };
      if (!isMatched || outcome === 'none' || !filter) return none;
      return filter.id === draft.id
        ? { by: 'draft', outcome, group: group?.name ?? '', matched }
        : { by: 'other', filter: filter.id };
    },
  };
};
