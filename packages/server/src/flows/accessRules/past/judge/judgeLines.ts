import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import {
  type CompiledFilters,
  compileFilters,
  decideCommand,
} from '@gatehouse/policy/commands/decideCommand.ts';
import { gateOutcome, isUnknown } from '@gatehouse/policy/commands/gateOutcome.ts';

/** A filter as the judge needs it. */
export type JudgedFilter = Pick<CommandFilterRule, 'id' | 'action' | 'command_groups'>;

/** A line, and the number of the filters that are in force where it was entered. */
export type JudgedLine = { set: number; line: string };

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

/**
 * Judges lines as the command gate does, by all filters of a session. Most lines are not matched by the tried
 * filter at all; those are judged once, whatever other filters there are. Lines are judged by themselves,
 * without those before them.
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
  /** Whether the draft matches a line; undefined where it does not, and nothing else is to be said about it. */
  const matchesAlone = (line: string): boolean | undefined => {
    if (quiet.has(line)) return undefined;
    const verdict = decideCommand(line, wide);
    if (verdict.outcome !== 'none') return true;
    if (isUnknown(verdict) && !passesUnknown) return false;
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
    judge: ({ set, line }: JudgedLine): LineVerdict => {
      const filters = sets.get(set);
      if (!filters) throw new Error(`no filters ${set}`);
      if (filters.invalid.length > 0) return { by: 'unread' };
      const isMatched = matchesAlone(line);
      if (isMatched === undefined) return none;
      const verdict = decideCommand(line, filters);
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
