import { defaultSetting } from '@gatehouse/contract/assets/protocols.ts';
import { RE2JS } from 're2js';

/** The prompts of a login, as the platform of the asset describes them. */
export type LoginPrompts = {
  asksUsername: (line: string) => boolean;
  asksPassword: (line: string) => boolean;
  isLoggedIn: (line: string) => boolean;
};

type Warn = (detail: object, message: string) => void;

/** Patterns are applied to an asset's output, so they must match in linear time. */
const compile = (pattern: string) => RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);

/** The pattern in a setting; the default when it is empty or invalid. */
const patternOf = (setting: Record<string, unknown>, name: string, warn: Warn) => {
  const fallback = String(defaultSetting('telnet')[name] ?? '');
  const pattern = setting[name];
  if (typeof pattern !== 'string' || pattern.trim() === '') return fallback;
  try {
    compile(pattern);
    return pattern;
  } catch (err) {
    warn({ err, setting: name }, 'the pattern of the platform cannot be read');
    return fallback;
  }
};

/** The prompts in the settings of the protocol `telnet`. A question is at the end of its line. */
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
