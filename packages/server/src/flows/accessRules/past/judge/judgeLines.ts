import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import {
  type CompiledFilters,
  compileFilters,
  decideCommand,
} from '@gatehouse/policy/commands/decideCommand.ts';

/** A filter as the judge needs it. */
export type JudgedFilter = Pick<CommandFilterRule, 'id' | 'action' | 'command_groups'>;

/** A line, and the number of the filters that are in force where it was entered. */
export type JudgedLine = { set: number; line: string };

/** What the tried filter does to a line: nothing, it decides, or another filter decides what it matches. */
export type LineVerdict =
  | { by: 'none' }
  | { by: 'draft'; outcome: JudgedFilter['action']; group: string; matched: string }
  | { by: 'other'; filter: string };

const none: LineVerdict = { by: 'none' };

/** How many characters are remembered of lines that the tried filter does not match. */
const mostQuiet = 16_000_000;

/**
 * Judges lines as the command gate does, by all filters of a session. Most lines are not matched by the tried
 * filter at all; those are judged once, whatever other filters there are.
 */
export const createLineJudge = (draft: JudgedFilter) => {
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
  const matchesAlone = (line: string): boolean => {
    if (quiet.has(line)) return false;
    if (decideCommand(line, wide).outcome !== 'none') return true;
    if (held > mostQuiet) forget();
    quiet.add(line);
    held += line.length;
    return false;
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
      if (!matchesAlone(line)) return none;
      const { outcome, filter, group, matched = '' } = decideCommand(line, filters);
      if (outcome === 'none' || !filter) return none;
      return filter.id === draft.id
        ? { by: 'draft', outcome, group: group?.name ?? '', matched }
        : { by: 'other', filter: filter.id };
    },
  };
};
