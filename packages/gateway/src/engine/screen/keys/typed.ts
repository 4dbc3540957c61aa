const ESC = '\u001b';
// What a terminal sends by itself: focus, mouse, cursor position, device attributes, window, mode and colour
// reports. None contains a line end, so every Enter was pressed by the user. Every pattern matches in linear
// time.
const reports = new RegExp(
  `${ESC}\\[(?:[IO]|\\??[\\d;]*R|[?>=][\\d;]*c|\\?[\\d;]*\\$y|[\\d;]*t|<[\\d;]*[Mm]|M[ -\\uffff]{3})|` +
    `${ESC}\\][^\\u0000-\\u001f]*(?:\\u0007|${ESC}\\\\)|${ESC}P[^\\u0000-\\u001f]*${ESC}\\\\`,
  'g',
);

/** Input without the terminal's automatic replies: what the user typed or pasted. */
export const withoutReports = (input: string): string =>
  input.includes(ESC) ? input.replace(reports, '') : input;

const CTRL_C = '\u0003';
const lineEnders = new RegExp(`([\\r\\n${CTRL_C}])`);
const isControl = (char: string): boolean => char < ' ' || char === '\u007f';
/** Maximum length of a typed line that is tracked, in characters. */
const LONGEST = 4_096;

/** The text of a typed line where terminals and line editors agree on it; lost where they may differ. */
const createPlainLine = () => {
  let chars: string[] | null = [];
  return {
    begin: () => {
      chars = [];
    },
    lose: () => {
      chars = null;
    },
    text: () => chars?.join('') ?? null,
    type: (keys: string) => {
      for (const key of keys) {
        if (chars === null) return;
        if (key === '\u007f' || key === '\b') chars.pop();
        else if (key === '\u0015') chars = [];
        else if (key === '\u0004' && chars.length === 0) continue;
        else if (isControl(key) || chars.length === LONGEST) chars = null;
        else chars.push(key);
      }
    },
  };
};

const PASTE_BEGIN = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

/** A piece of input for the command reader. */
export type Typed =
  /** Ordinary keys. */
  | { kind: 'keys'; text: string }
  /**
   * Enter; `hint` is the text typed since the last Enter or Ctrl-C, null when the line may hold another text.
   */
  | { kind: 'enter'; hint: string | null }
  /** Pasted text; a line break in it does not act as Enter. */
  | { kind: 'block'; text: string }
  /** Ctrl-C: the line is discarded, unless the shell misses the key; `hint` as for Enter. */
  | { kind: 'cancel'; hint: string | null };

/** Length of the text's end that may be the start of the mark. */
const unfinished = (text: string, mark: string): number => {
  let length = mark.length - 1;
  while (length > 0 && !text.endsWith(mark.slice(0, length))) length -= 1;
  return length;
};

/**
 * Splits input into the steps a line editor sees; keeps open state (a paste, a plain line) between calls.
 */
export type Typing = ((input: string) => Typed[]) & {
  /** The text typed since the last Enter or Ctrl-C; null when the line may hold another text. */
  pending: () => string | null;
};

/** Starts with an empty line. */
export const createTyping = (): Typing => {
  const line = createPlainLine();
  let inPaste = false;
  /** The end of the last input, when it may be part of a mark. */
  let held = '';

  const keys = (text: string): Typed[] => {
    const steps: Typed[] = [];
    for (const part of text.split(lineEnders)) {
      if (part === '') continue;
      if (part === '\r' || part === '\n') {
        steps.push({ kind: 'enter', hint: line.text() });
      } else if (part === CTRL_C) {
        steps.push({ kind: 'cancel', hint: line.text() });
      } else {
        steps.push({ kind: 'keys', text: part });
        line.type(part);
        continue;
      }
      line.begin();
    }
    return steps;
  };
  const pasted = (text: string): Typed[] => {
    if (text === '') return [];
    line.lose();
    return [{ kind: 'block', text }];
  };

  const split = (input: string): Typed[] => {
    const steps: Typed[] = [];
    let rest = held + input;
    held = '';
    while (rest !== '') {
      const mark = inPaste ? PASTE_END : PASTE_BEGIN;
      const at = rest.indexOf(mark);
      const end = at < 0 ? rest.length - unfinished(rest, mark) : at;
      const part = rest.slice(0, end);
      for (const step of inPaste ? pasted(part) : keys(part)) steps.push(step);
      if (at < 0) {
        held = rest.slice(end);
        break;
      }
      inPaste = !inPaste;
      rest = rest.slice(at + mark.length);
    }
    return steps;
  };
  return Object.assign(split, { pending: () => (inPaste || held !== '' ? null : line.text()) });
};
