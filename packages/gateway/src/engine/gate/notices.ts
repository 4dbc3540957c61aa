/** What the gate says in the terminal, worded in the user's language. */
export type GateTexts = {
  rejected: (rule: string) => string;
  /** Nothing can be said about what would run. */
  unknown: string;
  /** The gate failed. */
  failed: string;
  waiting: (elapsed_s: number) => string;
  refused: (by: string) => string;
  /** No reviewer can be asked, for this reason. */
  unasked: (reason: string) => string;
  closed: string;
  timedOut: string;
  cancelled: string;
};

const RED = '\u001b[31m';
const YELLOW = '\u001b[33m';
const PLAIN = '\u001b[0m';
const ERASE_ROW = '\u001b[K';

/** Only what can be printed: names come from rules and users. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');

/** Where the cursor stands in the line that is held. */
export type Place = { column: number; below: number; columns: number };

/** A reason, on rows of its own below the line. */
export const reasonBelow = (text: string, { below }: Pick<Place, 'below'>): string =>
  `\r${'\n'.repeat(below + 1)}${ERASE_ROW}${RED}${printable(text)}${PLAIN}`;

/** As many characters as fit in the row, were each of them wide. */
const fitting = (text: string, columns: number): string => {
  let width = 0;
  let fits = '';
  for (const char of printable(text)) {
    width += char > '\u00ff' ? 2 : 1;
    if (width >= columns) break;
    fits += char;
  }
  return fits;
};

/** Writes a text into the row below the line, and over the one before. */
export const waitingBelow = (text: string, { columns, below }: Place, isFirst: boolean): string =>
  `${isFirst ? `\r${'\n'.repeat(below + 1)}` : '\r'}${ERASE_ROW}${YELLOW}${fitting(text, columns)}${PLAIN}`;

/** Erases the row below the line and puts the cursor back to its place. */
export const backInLine = ({ column, below }: Place): string =>
  `\r${ERASE_ROW}\u001b[${below + 1}A\u001b[${column + 1}G`;
