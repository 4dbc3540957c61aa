import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import type { Statement } from './statements.ts';

const wordsOf = (line: string): string[] => line.trim().split(/\s+/);

/** A line as a device reads it: at a question mark it shows help at once, and reads on. */
const readLine = (line: string): string => line.replaceAll('?', '');

/** Commands that carry out the one behind them, whatever the mode. */
const carriers: ReadonlySet<string> = new Set(['do', 'run']);

/** A command that filters name; `isExact`: only as it is written. */
type Named = { words: string[]; isExact: boolean };

/** The shortest that a device may complete to a command, in characters: shorter beginnings have several. */
const shortest = 3;

/**
 * Whether a command begins at a word of a line in a way that no filter matches: devices complete what is begun, and read
 * capital letters as small ones.
 */
const isHidden = (words: readonly string[], from: number, { words: named, isExact }: Named): boolean => {
  const said = words.slice(from, from + named.length);
  const isBegun = named.every((whole, at) => whole.toLowerCase().startsWith(said[at]?.toLowerCase() ?? ' '));
  // Amid a line a single letter is rather a value.
  if (!isBegun || (from > 0 && said.some((word) => word.length < 2))) return false;
  return named.some((whole, at) =>
    isExact ? whole !== said[at] : whole.toLowerCase() !== said[at]?.toLowerCase(),
  );
};

const namedBy = (filters: readonly CommandFilterRule[]): Named[] =>
  filters
    .filter(({ action }) => action !== 'accept')
    .flatMap(({ command_groups: groups }) => groups)
    .filter(({ type }) => type === 'command')
    .flatMap(({ content, ignore_case: ignoresCase }) =>
      content
        .split(/[\r\n]+/)
        .filter((line) => line.trim() !== '')
        .map((line) => ({ words: wordsOf(line), isExact: !ignoresCase })),
    );

/**
 * The lines of a text for the command line of a device, as they are judged: each is a command, and no quote or sign
 * joins it to the next. One that may be a short form of what a filter names is unknown.
 */
export const deviceLinesIn = (text: string, filters: readonly CommandFilterRule[]): Statement[] => {
  const named = namedBy(filters);
  return text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const words = wordsOf(readLine(line));
      const isUnknown = words.some((_, from) => named.some((command) => isHidden(words, from, command)));
      return { text: words.join(' '), others: [line, readLine(line)], isUnknown };
    });
};

/**
 * A blocked word with which a line begins, or may after the device has completed it; undefined if there is none. Devices
 * read both cases alike.
 */
export const blockedInLines = (text: string, list: readonly string[]): string | undefined => {
  const blocked = list.map((word) => word.trim().toLowerCase()).filter(Boolean);
  for (const line of text.split(/[\r\n]+/)) {
    const [first = '', second = ''] = wordsOf(readLine(line).toLowerCase());
    const word = carriers.has(first) ? second : first;
    const found = blocked.find((one) => one === word || (word.length >= shortest && one.startsWith(word)));
    if (found) return found;
  }
  return undefined;
};
