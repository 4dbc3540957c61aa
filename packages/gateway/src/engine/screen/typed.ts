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
const hasControls = (text: string): boolean => [...text].some((char) => char < ' ' || char === '\u007f');

const PASTE_BEGIN = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

/** A stretch of input as the command reader needs it. */
export type Typed =
  /** Ordinary keys. */
  | { kind: 'keys'; text: string }
  /** Enter; `hint` is what was typed since the last one when it was nothing but plain characters. */
  | { kind: 'enter'; hint: string }
  /** Line breaks inside the edited line: a pasted block, Ctrl-V Enter and the like. */
  | { kind: 'block'; text: string }
  /** Ctrl-C: the line is thrown away. */
  | { kind: 'cancel' };

/** Splits input into the steps a line editor sees; keeps what is open (a paste, a plain line) between calls. */
export const createTyping = (): ((input: string) => Typed[]) => {
  let inPaste = false;
  let plain = '';
  let isPlain = true;

  const keys = (text: string): Typed[] => {
    const steps: Typed[] = [];
    for (const part of text.split(lineEnders)) {
      if (part === '') continue;
      if (part === '\r' || part === '\n') {
        steps.push({ kind: 'enter', hint: isPlain ? plain : '' });
      } else if (part === CTRL_C) {
        steps.push({ kind: 'cancel' });
      } else {
        steps.push({ kind: 'keys', text: part });
        if (hasControls(part)) isPlain = false;
        else plain = (plain + part).slice(-512);
        continue;
      }
      plain = '';
      isPlain = true;
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
        isPlain = false;
        steps.push({ kind: 'block', text: part });
      } else if (!inPaste) steps.push(...keys(part));
      if (at < 0) break;
      inPaste = !inPaste;
      rest = rest.slice(at + mark.length);
    }
    return steps;
  };
};
