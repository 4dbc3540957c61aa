import { expect, test } from 'vitest';
import { createResumeKey } from '../src/flows/resumeKey.ts';

test('a session is resumed with its token by its own user', () => {
  const { token, matches } = createResumeKey('ann');
  expect(matches(token, 'ann')).toBe(true);
  expect([matches(token, 'bob'), matches('guess', 'ann'), matches(token, ''), matches(token, ',')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('while the master key is being changed, a user has two marks, and one in common is enough', () => {
  const before = createResumeKey('ann-old');
  expect(before.matches(before.token, 'ann-new,ann-old')).toBe(true);
  expect(before.matches(before.token, 'ann-new')).toBe(false);
  const meanwhile = createResumeKey('ann-new,ann-old');
  for (const visitor of ['ann-old', 'ann-new', 'ann-new,ann-old'])
    expect(meanwhile.matches(meanwhile.token, visitor)).toBe(true);
  expect(meanwhile.matches(meanwhile.token, 'eve,bob')).toBe(false);
});
