import { expect, test } from 'vitest';
import { meta } from '../../../../test/domains.ts';
import { ui as labels } from './ui.tsx';

type Rule = { validator: (rule: unknown, value: unknown) => Promise<void> };

test.each([
  [['nocolon'], false],
  [['env:'], false],
  [[':prod'], false],
  [['env:prod', 'nocolon'], false],
  [['env:prod', 'url:http://x:80'], true],
  [[], true],
])('B-5-010 labels must have the form name:value: %j', async (value, isRight) => {
  const [rule] = (labels.rules?.(meta(), (key: string) => key) ?? []) as unknown as [Rule];
  const checked = rule.validator({}, value);
  await (isRight ? expect(checked).resolves.toBeUndefined() : expect(checked).rejects.toThrow('rules.label'));
});
