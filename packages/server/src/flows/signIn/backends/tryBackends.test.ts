import { expect, test } from 'vitest';
import type { User } from '../../identify/user.ts';
import type { BackendAnswer, BackendContext, SignInBackend } from './backend.ts';
import { tryBackends } from './tryBackends.ts';

const ctx = { user: undefined } as unknown as BackendContext;
const attempt = { username: 'ann', password: 'secret' };
const called: string[] = [];
const backend = (source: string, answer: BackendAnswer, isEnabled = true): SignInBackend => ({
  name: 'password',
  source,
  isEnabled: () => isEnabled,
  knows: async () => true,
  authenticate: async (username, password) => {
    called.push(`${source} ${username} ${password}`);
    return answer;
  },
});
const ask = async (...backends: SignInBackend[]) => {
  called.length = 0;
  return tryBackends(backends, attempt, ctx);
};

const user = { user: { id: '1' } as User, isPassword: true };
const refused = { refusal: { code: 'user_inactive' }, reason: 'user_inactive' } as const;
const unknown = { pass: 'user_not_exist' } as const;
const wrong = { pass: 'password_failed' } as const;

test('backends are asked in order until one knows the user; disabled ones are skipped', async () => {
  const answer = await ask(
    backend('off', user, false),
    backend('first', wrong),
    backend('second', user),
    backend('third', user),
  );
  expect(answer).toMatchObject({ backend: { source: 'second' }, answer: user });
  expect(called).toEqual(['first ann secret', 'second ann secret']);
});

test('a refusal ends the attempt', async () => {
  expect(await ask(backend('first', refused), backend('second', user))).toMatchObject({ answer: refused });
  expect(called).toHaveLength(1);
});

test('when no backend accepts the user, a wrong password is reported rather than an unknown username', async () => {
  expect(await ask(backend('first', wrong), backend('second', unknown))).toEqual(wrong);
  expect(await ask(backend('first', unknown))).toEqual(unknown);
  expect(await ask()).toEqual(unknown);
});
