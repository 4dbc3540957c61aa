import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import type { Statement } from './statements.ts';

const wordsOf = (line: string): string[] => line.trim().split(/\s+/);

/** Commands that carry out the one behind them, whatever the mode. */
const carriers: ReadonlySet<string> = new Set(['do', 'run']);

/** Whether words may be a short form of a command: devices complete what is begun. */
const shortens = (words: readonly string[], command: readonly string[]): boolean =>
  words.length >= command.length &&
  command.every((whole, at) => whole.startsWith(words[at] ?? ' ')) &&
  command.some((whole, at) => whole !== words[at]);

/** The commands that filters name, as words in small letters. */
const namedBy = (filters: readonly CommandFilterRule[]): string[][] =>
  filters
    .filter(({ action }) => action !== 'accept')
    .flatMap(({ command_groups: groups }) => groups)
    .filter(({ type }) => type === 'command')
    .flatMap(({ content }) => content.toLowerCase().split(/[\r\n]+/))
    .filter((line) => line.trim() !== '')
    .map(wordsOf);

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
      const words = wordsOf(line.toLowerCase());
      const said = carriers.has(words[0] ?? '') ? [words, words.slice(1)] : [words];
      const isUnknown = said.some((some) => named.some((command) => shortens(some, command)));
      return { text: wordsOf(line).join(' '), others: [line], isUnknown };
    });
};

/** A blocked word with which a line begins; undefined if there is none. Devices read both cases alike. */
export const blockedInLines = (text: string, list: readonly string[]): string | undefined => {
  const blocked = new Set(list.map((word) => word.trim().toLowerCase()).filter(Boolean));
  for (const line of text.split(/[\r\n]+/)) {
    const [first = '', second = ''] = wordsOf(line.toLowerCase());
    const word = carriers.has(first) ? second : first;
    if (blocked.has(word)) return word;
  }
  return undefined;
};
