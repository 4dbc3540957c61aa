import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import type { RuleGroup } from '../readCorpus.ts';

/** A filter that rejects what is in a group. */
export const rejecting = ({ name, type, content, ignoresCase }: RuleGroup): CommandFilter => ({
  id: name,
  name,
  command_groups: [{ id: name, name, type, content, ignore_case: ignoresCase }],
  action: 'reject',
  priority: 50,
  is_active: true,
});

/** The groups of these names. */
export const groupsNamed = (names: readonly string[], groups: ReadonlyMap<string, RuleGroup>): RuleGroup[] =>
  names.map((name) => {
    const group = groups.get(name);
    if (!group) throw new Error(`no group is called ${name}`);
    return group;
  });
