import type { RuleObject } from 'antd/es/form';
import { expect, test } from 'vitest';
import { passwordFaults, passwordRule, rules } from './rules.ts';

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
    expect(await verdict(rules.required(t, 'name', false), value)).toBe('fine');
  }
  for (const value of [undefined, null, '', []]) {
    expect(await verdict(rules.required(t, 'name', true), value)).toBe('rules.ask.name');
    expect(await verdict(rules.required(t, 'zone', true), value)).toBe('rules.enterValue');
    expect(await verdict(rules.required(t, 'zone', false), value)).toBe('rules.chooseValue');
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

test.each(['🚀', 'a🚀', '🚀a', '☎', '❤️', '👩‍💻', '☀'])(
  'B-5-005 the emoji in "%s" is refused',
  async (text) => {
    expect(await verdict(rules.noEmoji(t), text)).toBe('rules.emoji');
  },
);

test.each(['10.0.0.1', 'web-01_a.b', '网站', 'サーバー', 'é', '#1', '*', '→'])(
  'B-5-005 "%s" has no emoji',
  async (text) => expect(await verdict(rules.noEmoji(t), text)).toBe('fine'),
);

test('B-5-006 B-5-007 a word has only word characters, and a name has no brackets', async () => {
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

test.each([
  ['word', rules.word],
  ['brackets', rules.noBrackets],
  ['emoji', rules.noEmoji],
  ['format', rules.link],
])('the %s rule accepts a missing value and a number', async (_name, rule) => {
  for (const value of ['', undefined, null, 7]) expect(await verdict(rule(t), value)).toBe('fine');
});

test.each(['a(b', 'a)b', 'a（b', 'a）b'])('the name "%s" is rejected for its bracket', async (name) => {
  expect(await verdict(rules.noBrackets(t), name)).toBe('rules.brackets');
  expect(await verdict(rules.noBrackets(t), 'a[b]')).toBe('fine');
});

test('a required text field is checked when left, a choice when it changes', () => {
  expect(rules.required(t, 'name', true)).toMatchObject({ validateTrigger: ['onBlur', 'onChange'] });
  expect(rules.required(t, 'name', false)).toMatchObject({ validateTrigger: 'onChange' });
});

test('without settings a password needs only seven characters', () => {
  expect(passwordFaults('abcdefg', {}, true, t)).toEqual([]);
  expect(passwordFaults('abcdef', {}, false, t)).toEqual(['rules.passwordLength {"count":7}']);
  expect(passwordFaults('ABCDEFG', { SECURITY_PASSWORD_LOWER_CASE: true }, false, t)).toEqual([
    'rules.passwordLower',
  ]);
  const long = { SECURITY_PASSWORD_MIN_LENGTH: 8 };
  expect(passwordFaults('abcdefg', long, true, t)).toEqual(['rules.passwordLength {"count":8}']);
});

test('the password rule lists everything missing and ignores an empty field', async () => {
  const rule = passwordRule({ SECURITY_PASSWORD_NUMBER: true }, false, t);
  expect(await verdict(rule, 'abc')).toBe('rules.passwordLength {"count":7}; rules.passwordDigit');
  for (const value of ['', undefined, 'abcdef1']) expect(await verdict(rule, value)).toBe('fine');
});
