import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import {
  type CompiledFilters,
  compileFilters,
  decideCommand,
} from '@gatehouse/policy/commands/decideCommand.ts';
import { freshState } from '@gatehouse/policy/commands/shell/session.ts';
import { readLine } from '@gatehouse/policy/commands/shell/simpleCommands.ts';
import { startsOther } from './otherPrograms.ts';
import type { Judge, Ruling } from './ruling.ts';

/** Filters of a session, which may change while it runs. */
type SessionFilters = {
  judge: Judge;
  /** From now on these decide; what the shell was told before still counts. */
  replace: (filters: readonly CommandFilter[]) => void;
};

const plain = <T extends string>(choice: T | { value: T }): T =>
  typeof choice === 'string' ? choice : choice.value;

const entryOf = ({ id, name, action, command_groups }: CommandFilter) => ({
  id,
  name,
  action: plain(action),
  command_groups: command_groups.map((group) => ({ ...group, type: plain(group.type) })),
});
type Entry = ReturnType<typeof entryOf>;

const rulingOf = (line: string, filters: CompiledFilters<Entry>, state: typeof freshState): Ruling => {
  const verdict = decideCommand(line, filters, state);
  const { outcome, filter, group } = verdict;
  const isUnknown = verdict.isUnparsed && !verdict.isUnfinished;
  const action = outcome === 'none' ? 'accept' : outcome;
  const isPassed = action === 'accept' || action === 'warning';
  return {
    action: isUnknown && isPassed ? 'unknown' : action,
    ...(filter && {
      rule: {
        filter: { id: filter.id, name: filter.name },
        group: group ? { id: group.id, name: group.name } : null,
      },
    }),
  };
};

/** Compiled, 100 first; null when none is active. */
const compiledOf = (filters: readonly CommandFilter[]): CompiledFilters<Entry> | null => {
  const active = filters.filter((filter) => filter.is_active && filter.command_groups.length > 0);
  if (active.length === 0) return null;
  return compileFilters(active.sort((a, b) => b.priority - a.priority).map(entryOf));
};

/** Decides lines by the filters of a connection; without an active one, nothing has to be decided. */
export const createSessionFilters = (filters: readonly CommandFilter[]): SessionFilters => {
  let compiled = compiledOf(filters);
  let state = freshState;
  return {
    judge: {
      isIdle: () => compiled === null,
      decide: (line) => (compiled ? rulingOf(line, compiled, state) : { action: 'accept' }),
      entered: (line) => {
        if (compiled) ({ state } = readLine(line.trim(), state));
      },
      startsOther,
      isUnfinished: (line) => readLine(line, state).isUnfinished,
    },
    replace: (next) => {
      compiled = compiledOf(next);
    },
  };
};
