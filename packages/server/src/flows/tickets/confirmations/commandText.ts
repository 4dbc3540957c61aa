import { MOST_OF_COMMAND, type TicketDoubt } from '@gatehouse/contract/tickets/confirmation.ts';
import type { CommandDoubt } from '@gatehouse/contract/wire/terminal.ts';

/** A command as its ticket keeps it, and why the text does not tell reviewers all that may run. */
export type CommandText = { command: string; doubt: TicketDoubt | undefined };

/** Characters that cannot be seen, or that change how others are shown. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Variables, home folders, what other commands put out, and references to the history. */
const CHANGING = /[$`~!]|^\s*\^/m;

const codeOf = (char: string): string =>
  `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/**
 * What reviewers see of a command. Only a text without any doubt stands for one command: an approval of another one
 * holds once. What the machine did not show is not kept at all.
 */
export const commandText = (command: string, told?: CommandDoubt): CommandText => {
  if (told === 'hidden' || command.trim() === '') return { command: '', doubt: 'hidden' };
  const seen = command.replace(UNSEEN, codeOf);
  const text = seen.slice(0, MOST_OF_COMMAND);
  if (told !== undefined || seen !== command) return { command: text, doubt: 'uncertain' };
  if (text !== seen) return { command: text, doubt: 'cut' };
  return { command: text, doubt: CHANGING.test(seen) ? 'changing' : undefined };
};
