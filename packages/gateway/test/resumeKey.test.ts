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

test('a user resumes a session from another network', () => {
  const { token, matches } = createResumeKey('ann;10.0.0.1;proof');
  for (const visitor of ['ann', 'ann;10.0.0.1;proof', 'ann;192.0.2.5;other'])
    expect(matches(token, visitor)).toBe(true);
  for (const visitor of ['bob;10.0.0.1;proof', ';10.0.0.1;proof', 'proof;10.0.0.1;ann', '10.0.0.1'])
    expect(matches(token, visitor)).toBe(false);
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
