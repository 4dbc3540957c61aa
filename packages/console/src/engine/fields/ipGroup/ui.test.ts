import type { RuleObject } from 'antd/es/form';
import { expect, test } from 'vitest';
import { meta } from '../../../../test/domains.ts';
import { ui } from './ui.tsx';

const verdict = async (value: unknown): Promise<string> => {
  const [rule] = ui.rules?.(meta({ kind: 'ipGroup' }), (key, values) => `${key} ${values?.value}`) ?? [];
  try {
    await (rule as RuleObject).validator?.({}, value, () => undefined);
    return 'fine';
  } catch (error) {
    return (error as Error).message;
  }
};

test('a form accepts the same entries of an IP group as the server', async () => {
  expect(await verdict(['*', '10.0.0.0/8', 'fe80::1-fe80::9'])).toBe('fine');
  expect(await verdict(undefined)).toBe('fine');
  for (const entry of ['10.0.0.9-10.0.0.1', '1:2', '10.0.0.1-::1', 'host.example'])
    expect(await verdict(['10.0.0.1', entry])).toBe(`rules.ip ${entry}`);
});
