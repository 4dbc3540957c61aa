import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { compileCommandPattern } from '@gatehouse/policy/commands/commandPattern.ts';
import type { Judge, Rule, Ruling } from './ruling.ts';

type Entry = { action: Ruling['action']; rule: Rule; matches: (text: string) => boolean };

const plain = <T extends string>(choice: T | { value: T }): T =>
  typeof choice === 'string' ? choice : choice.value;

const entriesOf = (filter: CommandFilter): Entry[] =>
  filter.command_groups.map((group) => {
    const pattern = compileCommandPattern({ ...group, type: plain(group.type) });
    const { id, name } = filter;
    return {
      action: plain(filter.action),
      rule: { filter: { id, name }, group: { id: group.id, name: group.name } },
      // A group that cannot be read hits no command (reference 04 §16.2).
      matches: 'refusal' in pattern ? () => false : pattern.matches,
    };
  });

/** Decides lines by the filters of a connection, 100 first; null when none is active. */
export const judgeOf = (filters: readonly CommandFilter[]): Judge | null => {
  const entries = filters
    .filter((filter) => filter.is_active)
    .sort((a, b) => b.priority - a.priority)
    .flatMap(entriesOf);
  if (entries.length === 0) return null;
  return {
    decide: (line) => {
      const hit = entries.find((entry) => entry.matches(line));
      return hit ? { action: hit.action, rule: hit.rule } : { action: 'accept' };
    },
    entered: () => undefined,
  };
};
