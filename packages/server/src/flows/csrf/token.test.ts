import { expect, test } from 'vitest';
import { createCsrfTokens } from './token.ts';

const tokens = createCsrfTokens(Buffer.alloc(32, 7));

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
  expect(createCsrfTokens(Buffer.alloc(32, 8)).isValid(token, 'mine')).toBe(false);
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
