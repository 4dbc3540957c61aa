import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import {
  type CompiledFilters,
  compileFilters,
  decideCommand,
} from '@gatehouse/policy/commands/decideCommand.ts';
import { freshState } from '@gatehouse/policy/commands/shell/session.ts';
import type { Judge, Ruling } from './ruling.ts';

const plain = <T extends string>(choice: T | { value: T }): T =>
  typeof choice === 'string' ? choice : choice.value;

const entryOf = ({ id, name, action, command_groups }: CommandFilter) => ({
  id,
  name,
  action: plain(action),
  command_groups: command_groups.map((group) => ({ ...group, type: plain(group.type) })),
});
type Entry = ReturnType<typeof entryOf>;

/** What may complete a line for which a shell asks for more: each costs a look at the line. */
const REST = [
  ...['\n:', "'", '"', '`', ')', ';;\nesac', '\n:)'],
  ...['done', 'fi', '}', 'fi\ndone', 'done\nfi', 'done\ndone', 'fi\nfi', 'done\n}', 'fi\n}'].map(
    (end) => `\n:\n${end}`,
  ),
];
const HERE_DOCUMENT = /<<-?\s*\\?['"]?(\w+)/;
/** Longest line whose completions are tried, in characters. */
const LONGEST = 1_000;

/** Whether a shell asks for the rest of the line before it runs any of it. */
const isUnfinished = (line: string, isUnread: (line: string) => boolean): boolean => {
  if (line.length > LONGEST) return false;
  const word = HERE_DOCUMENT.exec(line)?.[1];
  const rest = word === undefined ? REST : [`\n${word}`, ...REST];
  return rest.some((end) => !isUnread(line + end));
};

const rulingOf = (line: string, filters: CompiledFilters<Entry>, state: typeof freshState): Ruling => {
  const verdict = decideCommand(line, filters, state);
  const { outcome, filter, group } = verdict;
  const isUnread = (text: string) => decideCommand(text, filters, state).isUnparsed;
  const isUnknown = verdict.isUnparsed && !isUnfinished(line, isUnread);
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

/** Decides lines by the filters of a connection, 100 first; null when none is active. */
export const judgeOf = (filters: readonly CommandFilter[]): Judge | null => {
  const active = filters.filter((filter) => filter.is_active && filter.command_groups.length > 0);
  if (active.length === 0) return null;
  const compiled = compileFilters(active.sort((a, b) => b.priority - a.priority).map(entryOf));
  let state = freshState;
  return {
    decide: (line) => rulingOf(line, compiled, state),
    entered: (line) => {
      ({ state } = decideCommand(line, compiled, state));
    },
  };
};
