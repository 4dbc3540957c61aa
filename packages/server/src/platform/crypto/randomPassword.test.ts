import { expect, test } from 'vitest';
import { randomPassword } from './randomPassword.ts';

const rounds = Array.from({ length: 40 }, (_, round) => round);
const only = (kind: 'lowercase' | 'uppercase' | 'digit' | 'symbol') => ({
  lowercase: kind === 'lowercase',
  uppercase: kind === 'uppercase',
  digit: kind === 'digit',
  symbol: kind === 'symbol',
});

test('a password of one kind of characters has no others', () => {
  for (const [kind, form] of [
    ['lowercase', /^[a-z]{16}$/],
    ['uppercase', /^[A-Z]{16}$/],
    ['digit', /^[0-9]{16}$/],
    ['symbol', /^[!#%()*+,\-.:=?@[\]^_{}~]{16}$/],
  ] as const)
    expect(randomPassword(only(kind))).toMatch(form);
});

test('every password has each of the chosen kinds, wherever', () => {
  const made = rounds.map(() => randomPassword({ length: 8 }));
  for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/])
    expect(made.filter((password) => !kind.test(password))).toEqual([]);
  expect(new Set(made.map((password) => password.search(/[0-9]/))).size).toBeGreaterThan(2);
  expect(new Set(made).size).toBe(made.length);
});

test('without any kind a password is made of small letters and digits', () => {
  const none = { lowercase: false, uppercase: false, digit: false, symbol: false };
  for (const made of rounds.map(() => randomPassword(none)))
    expect(made).toMatch(/^(?=.*[a-z])(?=.*\d)[a-z\d]{16}$/);
});

test('a password has 8 to 30 characters, and 16 unless another length is chosen', () => {
  expect(
    [undefined, 3, 8, 30, 99].map((length) => randomPassword({ length: length as number }).length),
  ).toEqual([16, 8, 8, 30, 30]);
});

test('no password reads as a template', () => {
  const braces = { ...only('symbol'), length: 8, exclude_symbols: '!#%()*+,-.:=?@[]^_~' };
  for (const made of rounds.map(() => randomPassword(braces)))
    expect(made).toMatch(/^(?!\{\{.*\}\}$)[{}]{8}$/);
});
