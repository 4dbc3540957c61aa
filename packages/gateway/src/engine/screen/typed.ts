const ESC = '\u001b';
// Answers a terminal gives by itself: focus, cursor position, device attributes, mode and colour reports, mouse.
const reports = new RegExp(
  `${ESC}\\[(?:[IO]|\\??[\\d;]*R|[?>=][\\d;]*c|\\?[\\d;]*\\$y|[\\d;]*t|<[\\d;]*[Mm]|M[\\s\\S]{3})|` +
    `${ESC}\\][\\d;]*[^${ESC}\\u0007]*(?:\\u0007|${ESC}\\\\)|${ESC}P[^${ESC}]*${ESC}\\\\`,
  'g',
);

/** What a person typed or pasted, without the answers the terminal program gave by itself. */
export const withoutReports = (input: string): string =>
  input.includes(ESC) ? input.replace(reports, '') : input;

const CTRL_C = '\u0003';
const lineEnders = new RegExp(`([\\r\\n${CTRL_C}])`);
const isControl = (char: string): boolean => char < ' ' || char === '\u007f';
/** Longer lines are not followed. */
const LONGEST = 4_096;

/** A line after more keys, as terminals and line editors alike understand them; null when they may differ. */
const after = (line: string | null, keys: string): string | null => {
  let text = line;
  for (const key of keys) {
    if (text === null || text.length > LONGEST) return null;
    if (key === '\u007f' || key === '\b') text = [...text].slice(0, -1).join('');
    else if (key === '\u0015') text = '';
    else if (key === '\u0004' && text === '') continue;
    else if (isControl(key)) return null;
    else text += key;
  }
  return text;
};

const PASTE_BEGIN = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

/** A stretch of input as the command reader needs it. */
export type Typed =
  /** Ordinary keys. */
  | { kind: 'keys'; text: string }
  /** Enter; `hint` is what was typed since the last one, null when a line editor may have made something else of it. */
  | { kind: 'enter'; hint: string | null }
  /** Line breaks inside the edited line: a pasted block, Ctrl-V Enter and the like. */
  | { kind: 'block'; text: string }
  /** Ctrl-C: the line is thrown away. */
  | { kind: 'cancel' };

/** Splits input into the steps a line editor sees; keeps what is open (a paste, a plain line) between calls. */
export const createTyping = (): ((input: string) => Typed[]) => {
  let inPaste = false;
  let line: string | null = '';

  const keys = (text: string): Typed[] => {
    const steps: Typed[] = [];
    for (const part of text.split(lineEnders)) {
      if (part === '') continue;
      if (part === '\r' || part === '\n') {
        steps.push({ kind: 'enter', hint: line });
      } else if (part === CTRL_C) {
        steps.push({ kind: 'cancel' });
      } else {
        steps.push({ kind: 'keys', text: part });
        line = after(line, part);
        continue;
      }
      line = '';
    }
    return steps;
  };

  return (input) => {
    const steps: Typed[] = [];
    let rest = input;
    while (rest !== '') {
      const mark = inPaste ? PASTE_END : PASTE_BEGIN;
      const at = rest.indexOf(mark);
      const part = at < 0 ? rest : rest.slice(0, at);
      if (inPaste && part !== '') {
        line = null;
        steps.push({ kind: 'block', text: part });
      } else if (!inPaste) steps.push(...keys(part));
      if (at < 0) break;
      inPaste = !inPaste;
      rest = rest.slice(at + mark.length);
    }
    return steps;
  };
};
