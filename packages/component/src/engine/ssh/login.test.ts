import { expect, test } from 'vitest';
import { asksForPassword } from './login.ts';

test.each([
  ['Password: ', true],
  ["ann@web-01's password: ", true],
  ['密码：', true],
  ['パスワード: ', true],
  ['', true],
  ['One-time password (OATH) for `ann`: ', false],
  ['Verification code: ', false],
  ['Duo two-factor login, passcode or option: ', false],
  ['Username: ', false],
])('%s asks for the password: %s', (prompt, expected) => {
  expect(asksForPassword([{ prompt, echo: false }])).toBe(expected);
});

test('a question with visible answer, or several at once, are never answered with the password', () => {
  expect(asksForPassword([{ prompt: 'Password: ', echo: true }])).toBe(false);
  const two = [
    { prompt: 'Password: ', echo: false },
    { prompt: 'Password again: ', echo: false },
  ];
  expect(asksForPassword(two)).toBe(false);
});
