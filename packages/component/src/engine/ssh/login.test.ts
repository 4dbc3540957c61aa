import type { ParsedKey } from 'ssh2';
import { expect, test } from 'vitest';
import type { Question } from '../prompter.ts';
import { asksForPassword, createLogin, typedByUser } from './login.ts';

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
])('the prompt "%s" counts as a question for the password: %s', (prompt, expected) => {
  expect(asksForPassword([{ prompt, echo: false }])).toBe(expected);
});

test('a question with a visible answer, or several at once, do not count as a question for the password', () => {
  expect(asksForPassword([{ prompt: 'Password: ', echo: true }])).toBe(false);
  const two = [
    { prompt: 'Password: ', echo: false },
    { prompt: 'Password again: ', echo: false },
  ];
  expect(asksForPassword(two)).toBe(false);
});

type Account = Parameters<typeof createLogin>[0]['account'];
const accountOf = (more: Partial<Account> = {}): Account => ({
  ...{ id: '1', name: 'root', alias: 'root', username: 'root', secret: 'stored', passphrase: null },
  secret_type: { value: 'password', label: '' },
  ...more,
});
/** A login with prepared answers to its questions; a question beyond the last answer is an error. */
const loginOf = (more: Partial<Account>, answers: string[][] = [], key: ParsedKey | null = null) => {
  const asked: Question[] = [];
  const prompter = {
    ask: async (question: Question) => {
      asked.push(question);
      const next = answers.shift();
      if (!next) throw new Error('asked too often');
      return next;
    },
  };
  return { next: createLogin({ account: accountOf(more), key, host: 'web-1', prompter }), asked };
};
const everything = ['publickey', 'password', 'keyboard-interactive'];
type Interactive = {
  prompt: (
    title: string,
    instruction: string,
    language: string,
    prompts: { prompt: string; echo: boolean }[],
    finish: (answers: string[]) => void,
  ) => void;
};
const answersTo = (method: unknown, ...prompts: string[]) =>
  new Promise<string[]>((resolve) =>
    (method as Interactive).prompt(
      'Title',
      'Do this',
      '',
      prompts.map((prompt) => ({ prompt, echo: prompt === 'Username: ' })),
      resolve,
    ),
  );

test('a stored password is sent once, then answers one password prompt, and the user is never asked', async () => {
  const { next, asked } = loginOf({});
  expect(await next(null, false)).toEqual({ type: 'none', username: 'root' });
  expect(await next(everything, false)).toEqual({ type: 'password', username: 'root', password: 'stored' });
  const interactive = await next(everything, false);
  expect(interactive).toMatchObject({ type: 'keyboard-interactive', username: 'root' });
  expect(await answersTo(interactive)).toEqual([]);
  expect(await answersTo(interactive, 'Password: ')).toEqual(['stored']);
  expect(await next(everything, false)).toBeNull();
  expect(asked).toEqual([]);
});

test('the first attempt sends no secret, even if the host lists its methods at once', async () => {
  const { next } = loginOf({});
  expect(await next(['password'], false)).toMatchObject({ type: 'none' });
  expect(await next(['password'], false)).toMatchObject({ type: 'password' });
  expect(await next(['password'], false)).toBeNull();
  const unwanted = loginOf({});
  await unwanted.next(null, false);
  expect(await unwanted.next(['publickey', 'hostbased'], false)).toBeNull();
});

test('a private key is tried first, and only once', async () => {
  const key = { type: 'ssh-ed25519' } as unknown as ParsedKey;
  const { next } = loginOf({ secret_type: { value: 'ssh_key', label: '' }, secret: 'key' }, [], key);
  await next(null, false);
  expect(await next(everything, false)).toEqual({ type: 'publickey', username: 'root', key });
  expect(await next(everything, false)).toMatchObject({ type: 'keyboard-interactive' });
  const refused = loginOf({ secret_type: { value: 'ssh_key', label: '' }, secret: 'key' }, [], key);
  await refused.next(null, false);
  expect(await refused.next(['password'], false)).toBeNull();
});

test('the user is asked for a password that is not stored, at most three times', async () => {
  const { next, asked } = loginOf({ secret: '' }, [['one'], ['two'], ['three']]);
  await next(null, false);
  for (const password of ['one', 'two', 'three'])
    expect(await next(['password'], false)).toEqual({ type: 'password', username: 'root', password });
  expect(await next(['password'], false)).toBeNull();
  const question = { kind: 'password', host: 'web-1', username: 'root', title: '', instruction: '' };
  const fields = [{ text: 'password', echo: false }];
  expect(asked).toEqual([false, true, true].map((retry) => ({ ...question, fields, retry })));
});

test('the user is asked for a missing username together with the password', async () => {
  const { next, asked } = loginOf({ username: '', secret: '', alias: '@INPUT' }, [['ann', 'typed']]);
  expect(await next(null, false)).toEqual({ type: 'none', username: 'ann' });
  expect(await next(everything, false)).toEqual({ type: 'password', username: 'ann', password: 'typed' });
  expect(asked).toMatchObject([
    {
      kind: 'login',
      username: '',
      fields: [
        { text: 'username', echo: true },
        { text: 'password', echo: false },
      ],
      retry: false,
    },
  ]);
});

test('the user sees the questions of the host unchanged, at most three times', async () => {
  const { next, asked } = loginOf({ secret: '' }, [['code 1'], ['code 2'], ['me', 'code 3']]);
  await next(null, false);
  const ask = async (...prompts: string[]) =>
    answersTo(await next(['keyboard-interactive'], false), ...prompts);
  expect(await ask('Verification code: ')).toEqual(['code 1']);
  expect(await ask('Password: ')).toEqual(['code 2']);
  expect(await ask('Username: ', 'Password: ')).toEqual(['me', 'code 3']);
  expect(await next(['keyboard-interactive'], false)).toBeNull();
  const question = { kind: 'keyboard_interactive', host: 'web-1', username: 'root', title: 'Title' };
  expect(asked).toEqual([
    {
      ...question,
      instruction: 'Do this',
      fields: [{ text: 'Verification code: ', echo: false }],
      retry: false,
    },
    { ...question, instruction: 'Do this', fields: [{ text: 'Password: ', echo: false }], retry: true },
    {
      ...question,
      instruction: 'Do this',
      fields: [
        { text: 'Username: ', echo: true },
        { text: 'Password: ', echo: false },
      ],
      retry: true,
    },
  ]);
});

test('a cancelled question is answered with an empty list', async () => {
  const { next } = loginOf({ secret: '' });
  await next(null, false);
  expect(await answersTo(await next(['keyboard-interactive'], false), 'Password: ')).toEqual([]);
});

test('a typed password that the host refused is not sent again; the user is asked for another', async () => {
  const { next, asked } = loginOf({ alias: '@USER', secret: 'login' }, [['corrected']]);
  await next(null, false);
  expect(await next(everything, false)).toMatchObject({ password: 'login' });
  expect(await answersTo(await next(everything, false), 'Password: ')).toEqual(['corrected']);
  expect(asked).toHaveLength(1);
});

test('the user is asked for a second factor if the stored password alone is not enough', async () => {
  const { next, asked } = loginOf({}, [['123456']]);
  await next(null, false);
  await next(['password'], false);
  expect(await answersTo(await next(['keyboard-interactive'], true), 'Verification code: ')).toEqual([
    '123456',
  ]);
  expect(asked).toHaveLength(1);
  const second = loginOf({}, [['other']]);
  await second.next(null, false);
  await second.next(['password'], false);
  expect(await second.next(['password'], true)).toMatchObject({ type: 'password', password: 'other' });
});

test('the user types the secret of @INPUT, @USER and an account without a stored secret', () => {
  expect(typedByUser(accountOf({ secret: '' }))).toBe(true);
  expect(['@INPUT', '@USER', '@ANON', 'root'].map((alias) => typedByUser(accountOf({ alias })))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
