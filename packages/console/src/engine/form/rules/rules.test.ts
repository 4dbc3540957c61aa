import type { RuleObject } from 'antd/es/form';
import { expect, test } from 'vitest';
import { passwordFaults, rules } from './rules.ts';

const t = (key: string, values?: Record<string, unknown>) =>
  values ? `${key} ${JSON.stringify(values)}` : key;
const verdict = async (rule: unknown, value: unknown): Promise<string> => {
  try {
    await (rule as RuleObject).validator?.({}, value, () => undefined);
    return 'fine';
  } catch (error) {
    return (error as Error).message;
  }
};

test('B-5-001 a required field accepts a value of any kind: text, a number, one or many related rows', async () => {
  for (const value of ['a', 0, 1, false, ['id']]) {
    expect(await verdict(rules.required(t, false), value)).toBe('fine');
  }
  for (const value of [undefined, null, '', []]) {
    expect(await verdict(rules.required(t, false), value)).toBe('rules.required');
  }
});

test('B-5-004 addresses contain only letters, digits and a few signs', async () => {
  expect(await verdict(rules.link(t), 'https://a-b.example:8080/x?a=1&b=2#c')).toBe('fine');
  expect(await verdict(rules.link(t), 'a b')).toBe('rules.format');
});

test('B-5-005 emoji are refused', async () => {
  expect(await verdict(rules.noEmoji(t), 'web 🚀')).toBe('rules.emoji');
  expect(await verdict(rules.noEmoji(t), '网站-01')).toBe('fine');
});

test('B-5-006 B-5-007 only word characters, and names without brackets', async () => {
  expect(await verdict(rules.word(t), 'a_1')).toBe('fine');
  expect(await verdict(rules.word(t), 'a-1')).toBe('rules.word');
  expect(await verdict(rules.noBrackets(t), 'a(b)')).toBe('rules.brackets');
});

test("B-5-014 a password's missing rules are all listed", () => {
  const rule = {
    SECURITY_PASSWORD_MIN_LENGTH: 8,
    SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 12,
    SECURITY_PASSWORD_UPPER_CASE: true,
    SECURITY_PASSWORD_NUMBER: true,
    SECURITY_PASSWORD_SPECIAL_CHAR: true,
  };
  expect(passwordFaults('abcdefgh', rule, false, t)).toEqual([
    'rules.passwordUpper',
    'rules.passwordDigit',
    'rules.passwordSpecial',
  ]);
  expect(passwordFaults('Abcdef1!', rule, true, t)).toEqual(['rules.passwordLength {"count":12}']);
});
