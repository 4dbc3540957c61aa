import type { SecretAccount } from '@gatehouse/contract/wire/connection.ts';
import type { AnyAuthMethod, ParsedKey, Prompt } from 'ssh2';
import type { Prompter } from '../prompter.ts';

/** The next method to try; null when none is left. */
export type NextAttempt = (methodsLeft: string[] | null, partial: boolean) => Promise<AnyAuthMethod | null>;

const PASSWORD = /pass\s?(word|wd)|密码|密碼|パスワード|暗証/i;
const ONE_TIME = /one.?time|otp|verification|token|authenticator|second factor|验证码|驗證碼|確認コード/i;

/** Whether the host asks for the account's password and nothing else; an empty prompt counts as that. */
export const asksForPassword = (prompts: readonly Prompt[]): boolean => {
  const only = prompts.length === 1 ? prompts[0] : undefined;
  if (!only || only.echo) return false;
  return only.prompt.trim() === '' || (PASSWORD.test(only.prompt) && !ONE_TIME.test(only.prompt));
};

/** Whether the secret of this account comes from the user, who may therefore be asked for it again. */
export const typedByUser = (account: SecretAccount): boolean =>
  account.secret === '' || account.alias === '@INPUT' || account.alias === '@USER';

const TRIES = 3;

/** The order of login attempts for an account, given what the host still accepts. */
export const createLogin = (deps: {
  account: SecretAccount;
  key: ParsedKey | null;
  host: string;
  prompter: Prompter;
}): NextAttempt => {
  const { account, host, prompter } = deps;
  let username = account.username;
  let password = account.secret_type.value === 'password' ? account.secret : '';
  const tried = { none: false, key: false, password: 0, keyboard: 0, prompts: 0 };
  /**
   * Whether the password may answer a prompt of the host. It does so once: a second prompt for it means that
   * it was wrong.
   */
  let canAnswer = false;

  const askPassword = async (): Promise<string> => {
    const needsName = username === '';
    const answers = await prompter.ask({
      kind: needsName ? 'login' : 'password',
      host,
      username,
      title: '',
      instruction: '',
      fields: [...(needsName ? [{ text: 'username', echo: true }] : []), { text: 'password', echo: false }],
      retry: tried.prompts > 0,
    });
    tried.prompts += 1;
    if (needsName) username = answers[0] ?? '';
    return answers.at(-1) ?? '';
  };

  const answerPrompts = async (title: string, instruction: string, prompts: Prompt[]): Promise<string[]> => {
    if (prompts.length === 0) return [];
    if (canAnswer && asksForPassword(prompts)) {
      canAnswer = false;
      return [password];
    }
    return prompter.ask({
      kind: 'keyboard_interactive',
      host,
      username,
      title,
      instruction,
      fields: prompts.map((prompt) => ({ text: prompt.prompt, echo: prompt.echo === true })),
      retry: tried.keyboard > 1,
    });
  };

  const keyboard = (): AnyAuthMethod => {
    tried.keyboard += 1;
    canAnswer = password !== '' && tried.keyboard === 1 && !(typedByUser(account) && tried.password > 0);
    return {
      type: 'keyboard-interactive',
      username,
      prompt: (title, instruction, _lang, prompts, finish) => {
        // A cancelled question already ends the login (`loginFor`); empty answers end this attempt.
        answerPrompts(title, instruction, prompts).then(finish, () => finish([]));
      },
    };
  };

  return async (methodsLeft, partial) => {
    if (username === '') password = await askPassword();
    if (methodsLeft === null || !tried.none) {
      tried.none = true;
      return { type: 'none', username };
    }
    const accepts = (name: string) => methodsLeft.includes(name);
    if (deps.key && !tried.key && accepts('publickey')) {
      tried.key = true;
      return { type: 'publickey', username, key: deps.key as unknown as string };
    }
    if (password !== '' && tried.password === 0 && accepts('password')) {
      tried.password += 1;
      return { type: 'password', username, password };
    }
    const mayAsk = typedByUser(account) || partial;
    const keyboardTries = password === '' || mayAsk ? TRIES : 1;
    if (accepts('keyboard-interactive') && tried.keyboard < keyboardTries) return keyboard();
    if (mayAsk && accepts('password') && tried.keyboard === 0 && tried.prompts < TRIES) {
      password = await askPassword();
      tried.password += 1;
      return { type: 'password', username, password };
    }
    return null;
  };
};
