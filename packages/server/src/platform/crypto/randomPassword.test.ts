import { expect, test } from 'vitest';
import { randomPassword } from './randomPassword.ts';

const rounds = Array.from({ length: 40 }, (_, round) => round);
const only = (kind: 'lowercase' | 'uppercase' | 'digit' | 'symbol') => ({
  lowercase: kind === 'lowercase',
  uppercase: kind === 'uppercase',
  digit: kind === 'digit',
  symbol: kind === 'symbol',
});

test('a generated password with one kind of character contains no others', () => {
  for (const [kind, form] of [
    ['lowercase', /^[a-z]{16}$/],
    ['uppercase', /^[A-Z]{16}$/],
    ['digit', /^[0-9]{16}$/],
    ['symbol', /^[!#%()*+,\-.:=?@[\]^_{}~]{16}$/],
  ] as const)
    expect(randomPassword(only(kind))).toMatch(form);
});

test('a generated password contains each chosen kind of character at random positions', () => {
  const made = rounds.map(() => randomPassword({ length: 8 }));
  for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/])
    expect(made.filter((password) => !kind.test(password))).toEqual([]);
  expect(new Set(made.map((password) => password.search(/[0-9]/))).size).toBeGreaterThan(2);
  expect(new Set(made).size).toBe(made.length);
});

test('a generated password without a chosen kind consists of lower-case letters and digits', () => {
  const none = { lowercase: false, uppercase: false, digit: false, symbol: false };
  for (const made of rounds.map(() => randomPassword(none)))
    expect(made).toMatch(/^(?=.*[a-z])(?=.*\d)[a-z\d]{16}$/);
});

test('a generated password has 8 to 30 characters, by default 16', () => {
  expect(
    [undefined, 3, 8, 30, 99].map((length) => randomPassword({ length: length as number }).length),
  ).toEqual([16, 8, 8, 30, 30]);
});

test('no generated password looks like a template', () => {
  const braces = { ...only('symbol'), length: 8, exclude_symbols: '!#%()*+,-.:=?@[]^_~' };
  for (const made of rounds.map(() => randomPassword(braces)))
    expect(made).toMatch(/^(?!\{\{.*\}\}$)[{}]{8}$/);
});
