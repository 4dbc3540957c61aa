/** What was typed since the last key that edits: a line editor that has drawn it shows it. */
export type TypedTail = {
  sent: (keys: string) => void;
  /** Without blanks; empty where nothing can be said. */
  text: () => string;
};

const ESC = '\u001b';
const CTRL_C = '\u0003';
const DEL = '\u007f';
/** What cursor and function keys send, and the marks of a paste. */
const SEQUENCE = new RegExp(`${ESC}(?:\\[[0-9;?]*[A-Za-z~]|O[A-Za-z])`, 'g');
const LONGEST = 4_096;

const isControl = (char: string): boolean => char < ' ' || char === DEL;

/** Starts with nothing typed. */
export const createTypedTail = (): TypedTail => {
  let tail = '';
  /** Escape may be a command mode, in which letters are no text. */
  let isCommanded = false;
  return {
    sent: (keys) => {
      for (const char of keys.replace(SEQUENCE, '\0')) {
        if (char === '\r' || char === '\n' || char === CTRL_C) isCommanded = false;
        if (char === ESC) isCommanded = true;
        if (isControl(char)) tail = '';
        else if (char !== ' ' && tail.length < LONGEST) tail += char;
      }
    },
    // A character that came in two parts cannot be looked for.
    text: () => (isCommanded || tail.includes('\ufffd') ? '' : tail),
  };
};
