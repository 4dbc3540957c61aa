import { randomInt } from 'node:crypto';

/** Rules for a generated password. */
export type PasswordRules = {
  length: number;
  lowercase: boolean;
  uppercase: boolean;
  digit: boolean;
  symbol: boolean;
  exclude_symbols: string;
};

const lower = 'abcdefghijklmnopqrstuvwxyz';
/**
 * Symbols except quotes, backticks and `$&/;<>\|`, which break shell commands, URLs and markup most easily.
 */
const symbols = '!#%()*+,-.:=?@[]^_{}~';

const pick = (from: string): string => from[randomInt(from.length)] ?? '';

const shuffled = (text: string): string => {
  const letters = [...text];
  for (let at = letters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [letters[at], letters[other]] = [letters[other] as string, letters[at] as string];
  }
  return letters.join('');
};

/** The characters of each chosen kind, without those that are excluded. */
const setsOf = (rules: Partial<PasswordRules>) => {
  const excluded = new Set(rules.exclude_symbols);
  const without = (letters: string) => [...letters].filter((letter) => !excluded.has(letter)).join('');
  return {
    plain: [
      rules.lowercase === false ? '' : without(lower),
      rules.uppercase === false ? '' : without(lower.toUpperCase()),
      rules.digit === false ? '' : without('0123456789'),
    ].filter((set) => set !== ''),
    symbols: rules.symbol === false ? '' : without(symbols),
  };
};

/** Whether rules leave a letter or a digit. */
export const isFeasible = (rules: Partial<PasswordRules>): boolean => setsOf(rules).plain.length > 0;

/**
 * A password with at least one character of every chosen kind; lower-case letters and digits when no kind is
 * chosen.
 */
export const randomPassword = (rules: Partial<PasswordRules>): string => {
  const { plain, symbols: others } = setsOf(rules);
  const chosen = others === '' ? plain : [...plain, others];
  const sets = chosen.length ? chosen : [lower, '0123456789'];
  const length = Math.max(8, Math.min(30, rules.length ?? 16));
  const all = sets.join('');
  const rest = Array.from({ length: length - sets.length }, () => pick(all));
  const made = shuffled([...sets.map(pick), ...rest].join(''));
  return /^\{\{.*\}\}$/.test(made) ? randomPassword(rules) : made;
};
