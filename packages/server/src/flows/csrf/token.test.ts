import { expect, test } from 'vitest';
import { createCsrfTokens } from './token.ts';

const tokens = createCsrfTokens(() => [Buffer.alloc(32, 7)]);

test('a token is valid for its own web session only, also once it has been seen there', () => {
  const token = tokens.make('mine');
  for (let look = 0; look < 3; look += 1) {
    expect(tokens.isValid(token, 'mine')).toBe(true);
    expect(tokens.isValid(token, 'theirs')).toBe(false);
    expect(tokens.isValid(token, '')).toBe(false);
  }
});

test('a token that nobody signed is refused every time', () => {
  const token = tokens.make('mine');
  for (const other of [
    undefined,
    '',
    '.',
    `${token}x`,
    token.slice(0, -1),
    token.replace(/^./, '!'),
    `.${token}`,
  ])
    for (let look = 0; look < 2; look += 1) expect(tokens.isValid(other, 'mine')).toBe(false);
  expect(createCsrfTokens(() => [Buffer.alloc(32, 8)]).isValid(token, 'mine')).toBe(false);
});

test('thousands of tokens stay valid, and so does the first of them', () => {
  const made = Array.from({ length: 2_500 }, (_, at) => [tokens.make(`s${at}`), `s${at}`] as const);
  for (const [token, session] of [...made, ...made.slice(0, 3)])
    expect(tokens.isValid(token, session)).toBe(true);
});

test('what a page sends must be the token of the cookie', () => {
  const [token, other] = [tokens.make('mine'), tokens.make('mine')];
  expect(tokens.matches(token, token, 'mine')).toBe(true);
  expect(tokens.matches(other, token, 'mine')).toBe(false);
  expect(tokens.matches(undefined, token, 'mine')).toBe(false);
  expect(tokens.matches(token, undefined, 'mine')).toBe(false);
});

const [old, next] = ['old', 'new'].map((text) => Buffer.from(text)) as [Buffer, Buffer];

test('a token is valid with any key of the installation, current with the newest, and worthless without its key', () => {
  let keys: Buffer[] = [old];
  const tokens = createCsrfTokens(() => keys);
  const token = tokens.make('session');
  expect([tokens.isValid(token, 'session'), tokens.isCurrent(token, 'session')]).toEqual([true, true]);
  expect([tokens.isValid(token, 'other'), tokens.isCurrent(token, 'other')]).toEqual([false, false]);
  keys = [next, old];
  expect([tokens.isValid(token, 'session'), tokens.isCurrent(token, 'session')]).toEqual([true, false]);
  expect(tokens.matches(token, token, 'session')).toBe(true);
  expect(tokens.isCurrent(tokens.make('session'), 'session')).toBe(true);
  keys = [next];
  expect([tokens.isValid(token, 'session'), tokens.matches(token, token, 'session')]).toEqual([false, false]);
  keys = [];
  expect(() => tokens.make('session')).toThrow('tokens need a key');
  expect([undefined, '', '.', 'x.'].map((text) => tokens.isCurrent(text, 'session'))).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});
