import { randomBytes } from 'node:crypto';
import type { SecretAccount } from '@gatehouse/contract/wire/connection.ts';
import type { Switching } from '../../engine/way.ts';
import { quote } from './posix/quote.ts';

/** One account that is switched to, with the password that is asked for on the way; empty: none is known. */
type Step = { username: string; method: Switching['method']; word: string };

/** How commands are started as the account at the end of the steps. */
export type Passage = {
  /** The command as the login shell of the first account gets it; nothing in it is secret. */
  line: (command: string) => string;
  /** What goes into its input before everything else. */
  head: string;
};

/** Names that neither a shell, `su` nor `sudo` reads as anything else; quotes would grow with each step. */
const fitsName = (username: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.@-]*$/.test(username);

const passwordOf = ({ secret, secret_type }: Pick<SecretAccount, 'secret' | 'secret_type'>): string =>
  secret_type.value === 'password' && !/[\0\r\n]/.test(secret) ? secret : '';

/** The steps from the account that signs in to the one that works; undefined where a name could mean something else. */
export const stepsOf = ({ from, method }: Switching, account: SecretAccount): Step[] | undefined => {
  const accounts = [...from, account];
  const steps = accounts.slice(1).map((one, at) => ({
    username: one.username,
    method,
    // `sudo` asks for the password of the account that calls it, `su` for that of the account it leads to.
    word: passwordOf((method === 'sudo' ? accounts[at] : one) ?? one),
  }));
  return steps.every(({ username }) => fitsName(username)) ? steps : undefined;
};

const inShell = (text: string): string => `/bin/sh -c ${quote(text)}`;

/**
 * What a shell does to become another user and to go on there. A program that asks for no password leaves the line with
 * it in the input: the shell behind it reads on up to the mark, so no password is ever taken for a command. Without
 * `isProof` it does not matter whether one was asked for.
 */
const become = (
  { username, method, word }: Step,
  { mark, isProof, next }: { mark: string; isProof: boolean; next: string },
): string => {
  const unread = isProof ? 'exit 1' : `while IFS= read -r line && [ "$line" != ${mark} ]; do :; done`;
  const behind = [
    'if (: >&3) 2>/dev/null; then exec 2>&3 3>&-; fi',
    `IFS= read -r line; [ "$line" = ${mark} ] || ${isProof ? unread : `{ ${unread}; }`}`,
    'cd 2>/dev/null || cd /',
    next,
  ].join('; ');
  // `su` shows a prompt, which is no output of the command; `sudo` closes what is not one of the first three files.
  const su = `exec su ${username} -c "$behind" 3>&2 2>/dev/null`;
  const ask = word === '' ? '-n' : '-k -S -p ""';
  const sudo = `exec sudo ${ask} -H -u ${username} -- /bin/sh -c "$behind"`;
  const how = method === 'su' ? su : `if [ "$(id -u)" = 0 ]; then ${su}; fi; ${sudo}`;
  return `behind=${quote(inShell(behind))}; ${how}`;
};

/** The way through the steps, and a trial of it that prints how far it came. */
export const passageOf = (
  steps: readonly Step[],
  { isProof = false }: { isProof?: boolean } = {},
): Passage & { trial: string; reached: (output: string) => number } => {
  const mark = `switched-${randomBytes(12).toString('hex')}`;
  const marks = steps.map((_step, at) => `${mark}-${at}`);
  const through = (last: string, tell: (at: number) => string): string =>
    inShell(
      steps.reduceRight(
        (next, step, at) => become(step, { mark: marks[at] ?? '', isProof, next: `${tell(at)}${next}` }),
        last,
      ),
    );
  return {
    line: (command) => through(command, () => ''),
    head: steps.map(({ word }, at) => `${word}\n${marks[at]}\n`).join(''),
    trial: through(':', (at) => `echo reached-${marks[at]}; `),
    reached: (output) => marks.filter((one) => output.includes(`reached-${one}`)).length,
  };
};
