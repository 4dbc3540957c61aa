import { expect, test } from 'vitest';
import { cpuTime } from '../../../test/cpuTime.ts';
import { createPasswords } from './password.ts';

const passwords = createPasswords();

test('a hash matches only its password, and every hash has its own salt', async () => {
  const [hash, hashAgain] = await Promise.all([passwords.hash('Sécret 密码'), passwords.hash('Sécret 密码')]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(hash).not.toBe(hashAgain);
  expect(await passwords.matches('Sécret 密码', hash)).toBe(true);
  // The same letters as another keyboard types them, with combining accents.
  expect(await passwords.matches('Sécret 密码'.normalize('NFD'), hash)).toBe(true);
  expect(await passwords.matches('secret', hash)).toBe(false);
  expect(await passwords.matches('', hash)).toBe(false);
});

test('a missing hash, or one of another kind, matches nothing', async () => {
  for (const stored of [null, undefined, '', 'plain', '$2b$12$abcdefghijklmnopqrstuv'])
    expect(await passwords.matches('anything', stored)).toBe(false);
});

test('a verification without a stored hash takes about as long as one with it', async () => {
  const stored = await passwords.hash('x');
  const time = async (hash: string | null) => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 6; round += 1) {
      best = Math.min(best, await cpuTime(() => passwords.matches('wrong', hash)));
    }
    return best;
  };
  await time(null);
  const [real, none] = [await time(stored), await time(null)];
  expect(none / real).toBeGreaterThan(0.5);
});

test('many concurrent verifications are all correct', async () => {
  const hash = await passwords.hash('x');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => passwords.matches(index % 2 ? 'x' : 'y', hash)),
  );
  expect(answers.filter(Boolean)).toHaveLength(6);
});

test('a hash made with other cost parameters is still verified', async () => {
  const hash =
    '$argon2id$v=19$m=64,t=1,p=2$c2FsdHNhbHRzYWx0c2FsdA$z3+q663iiiikgucATxS3Wkq1Cs36cKbuwCSsMXxF/Lw';
  expect(await passwords.matches('x', hash)).toBe(true);
  expect(await passwords.matches('y', hash)).toBe(false);
});
