import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import { compileCommandPattern } from '@gatehouse/policy/commands/commandPattern.ts';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { wireFilters } from './wireFilters.ts';

const patternFor = async (action: CommandFilterRule['action'], content: string): Promise<string> => {
  const group = { id: 'g', name: 'g', type: 'regex', content, ignore_case: true } as const;
  const filter = { id: 'f', name: 'f', action, reviewers: [], command_groups: [group] };
  const [sent] = await wireFilters([filter as unknown as CommandFilterRule], {} as Database);
  return sent!.command_groups[0]!.pattern;
};

test.each([
  ['reject', true],
  ['review', true],
  ['warning', true],
  ['accept', false],
] as const)(
  'a group that cannot be compiled lets nothing pass: components find it in lines for %s: %s',
  async (action, isFound) => {
    expect(await patternFor(action, '^ls$')).toBe('^ls$');
    for (const content of ['rm (', '', '(?=x)']) {
      const pattern = await patternFor(action, content);
      const compiled = compileCommandPattern({ type: 'regex', content: pattern, ignore_case: true });
      if ('refusal' in compiled) throw new Error('the pattern itself cannot be compiled');
      for (const line of ['ls', 'rm (', 'echo a\nb']) expect(compiled.matches(line)).toBe(isFound);
    }
  },
);
