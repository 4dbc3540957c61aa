import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTelnetLogin } from './login.ts';
import { loginPrompts } from './prompts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const account = {
  ...{ id: 'a', name: 'a', alias: 'a', username: 'deploy', secret: 's3cret', passphrase: null },
  secret_type: { value: 'password', label: '' },
};
const start = () => {
  const answers: string[] = [];
  const login = createTelnetLogin({
    account,
    ...{ host: 'box', charset: 'utf-8', prompts: loginPrompts({}, vi.fn()) },
    prompter: { ask: () => Promise.reject(new Error('nothing is missing')) },
    answer: (text) => answers.push(text),
  });
  const says = async (text: string) => {
    login.feed(Buffer.from(text));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { login, answers, says };
};

test('an asset has a time limit for each step; one that does not react to an answer has failed', async () => {
  const { login, answers, says } = start();
  const ended = vi.fn();
  login.done.catch(ended);
  await vi.advanceTimersByTimeAsync(29_000);
  await says('login: ');
  await vi.advanceTimersByTimeAsync(29_000);
  await says('Password: ');
  expect(answers).toEqual(['deploy', 's3cret']);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ reason: 'connect_timeout' }));
});

test('of a banner as long as a book, the session starts with the end', async () => {
  const { login, says } = start();
  await says('login: ');
  await says('Password: ');
  for (let part = 0; part < 20; part += 1) await says('a line\r\n'.repeat(1_000));
  await says('box# ');
  const first = String(await login.done);
  expect(first.endsWith(`${'a line\r\n'.repeat(8_000)}box# `)).toBe(true);
  expect(first.length).toBeLessThan(80_000);
});
