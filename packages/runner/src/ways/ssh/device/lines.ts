import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';

/** What stands in commands for the account, its new password, and the password that signed in. */
export type Values = { username: string; password: string; login_password: string };

const placeholders = /\{(username|password|login_password)\}/g;
/** A line that answers a question for a password, or for a confirmation. */
const secretAnswer = /^\{(?:password|login_password)\}$/;
const confirmation = /^(?:y|yes|n|no)$/i;

/** Whether a line is an answer to a question for a confirmation, and no command. */
export const isConfirmation = (line: string): boolean => confirmation.test(line.trim());

/** Longest line, and most lines, of the commands of a method. */
const MOST_LINE = 1024;
const MOST_LINES = 100;

/** One thing that is said to a device: a command at its prompt, or an answer that it gets only where it asks. */
export type Line = { template: string; kind: 'command' | 'secret' | 'confirmation' };

const lineOf = (template: string): Line => {
  if (secretAnswer.test(template)) return { template, kind: 'secret' };
  return { template, kind: isConfirmation(template) ? 'confirmation' : 'command' };
};

/** The lines of commands; undefined if there are none that set a password, or one of them is not a line. */
export const linesOf = (commands: unknown): Line[] | undefined => {
  const texts = Array.isArray(commands) ? commands.filter((one) => typeof one === 'string') : [];
  const templates = texts.map((text) => text.trim()).filter(Boolean);
  const isLine = (text: string) => text.length <= MOST_LINE && !/\p{Cc}/u.test(text);
  const fits = templates.length <= MOST_LINES && templates.every(isLine);
  const sets = templates.some((template) => template.includes('{password}'));
  return fits && sets ? templates.map(lineOf) : undefined;
};

/** A line as it is sent. What stands in place of a placeholder is never read for placeholders again. */
export const filled = ({ template }: Line, values: Values): string =>
  template.replace(placeholders, (_all, name: keyof Values) => values[name]);

/** A word of every command line: no blank, quote, separator, variable, comment or help sign of any of them. */
const plainWord = /^[A-Za-z0-9_][A-Za-z0-9_.@+,:=/~#-]*$/;
/** A word of the command lines of network devices, which know fewer such signs. */
const deviceWord = /^[A-Za-z0-9_][A-Za-z0-9_.@+,:=/~#!%()*[\]^-]*$/;
const name = /^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,63}$/;
/** What a question for a password takes as one line. */
const answer = /^[^\p{Cc}\p{Cs}]+$/u;

/** Whether a name and the passwords in these lines stay the words that they are, so that none of them is a command. */
export const fitsLines = (
  lines: readonly Line[],
  { username, password, login_password }: Values,
  isDevice: boolean,
): boolean => {
  const word = isDevice ? deviceWord : plainWord;
  const uses = (mark: string, of: Line['kind']) =>
    lines.some(({ template, kind }) => kind === of && template.includes(mark));
  return (
    name.test(username) &&
    [
      ['{password}', password],
      ['{login_password}', login_password],
    ].every(
      ([mark = '', value = '']) =>
        (!uses(mark, 'command') || word.test(value)) &&
        // A device that does not ask needs no answer.
        (!uses(mark, 'secret') || value === '' || answer.test(value)),
    )
  );
};

/** Commands for built-in platforms, where nothing else is configured: each line as the system of the maker reads it. */
const ofMakers: Readonly<Record<string, readonly string[]>> = {
  Cisco: [
    ...['enable', '{login_password}', 'configure terminal'],
    ...['username {username} secret {password}', 'end', 'write memory'],
  ],
  Huawei: [
    ...['system-view', 'aaa', 'local-user {username} password irreversible-cipher {password}'],
    ...['quit', 'return', 'save', 'y'],
  ],
  H3C: [
    ...['system-view', 'local-user {username} class manage', 'password simple {password}'],
    ...['return', 'save force'],
  ],
};

/** The lines that change a password: those that are configured, or those of a built-in platform. */
export const linesFor = (commands: unknown, platform: string): Line[] | undefined => {
  const isSaid = Array.isArray(commands) && commands.some((one) => String(one).trim() !== '');
  if (isSaid) return linesOf(commands);
  return Object.hasOwn(ofMakers, platform) ? linesOf(ofMakers[platform]) : undefined;
};

/** The values for a change. */
export const valuesOf = (
  { username, secret }: Pick<SecretChange, 'username' | 'secret'>,
  login: { secret: string; secret_type: { value: string } },
): Values => ({
  username,
  password: secret,
  login_password: login.secret_type.value === 'password' ? login.secret : '',
});
