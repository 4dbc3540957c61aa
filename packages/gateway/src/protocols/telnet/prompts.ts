import { defaultSetting } from '@gatehouse/contract/assets/protocols.ts';
import { RE2JS } from 're2js';

/** The prompts of a login, as the platform of the asset describes them. */
export type LoginPrompts = {
  asksUsername: (line: string) => boolean;
  asksPassword: (line: string) => boolean;
  isLoggedIn: (line: string) => boolean;
};

type Warn = (detail: object, message: string) => void;

/** Patterns run on what a target prints, so they are matched in linear time. */
const compile = (pattern: string) => RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);

/** The pattern of a setting; the default where it is empty or cannot be read. */
const patternOf = (setting: Record<string, unknown>, name: string, warn: Warn) => {
  const fallback = String(defaultSetting('telnet')[name] ?? '');
  const wanted = setting[name];
  if (typeof wanted !== 'string' || wanted.trim() === '') return fallback;
  try {
    compile(wanted);
    return wanted;
  } catch (err) {
    warn({ err, setting: name }, 'the pattern of the platform cannot be read');
    return fallback;
  }
};

/** The prompts that settings of the protocol `telnet` describe. A question stands at the end of its line. */
export const loginPrompts = (setting: Record<string, unknown>, warn: Warn): LoginPrompts => {
  const question = (name: string) => {
    const pattern = compile(`(?:${patternOf(setting, name, warn)})[\\s:：>?]*$`);
    return (line: string) => pattern.matcher(line).find();
  };
  const success = compile(patternOf(setting, 'success_prompt', warn));
  return {
    asksUsername: question('username_prompt'),
    asksPassword: question('password_prompt'),
    isLoggedIn: (line) => success.matcher(line).find(),
  };
};
