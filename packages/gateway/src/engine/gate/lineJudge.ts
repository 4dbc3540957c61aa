import type { HeldLine } from '../screen/heldLine.ts';
import type { Settled } from './echo.ts';
import { recalled } from './recall.ts';
import { type Judge, type Ruling, strictest } from './ruling.ts';

/** A decision with the line it is about. */
export type Decided = Ruling & {
  /** As the list of commands shows it. */
  text: string;
  /** What the shell gets, also where it must not be stored. */
  entry: string;
  /** The machine did not show it: it must not be stored. */
  isHidden: boolean;
};

/** Decides the lines of one session, joined where a command goes on over several. */
export type LineJudge = {
  decide: (settled: Settled) => Decided;
  /** Decides a line of a pasted block. */
  decidePasted: (text: string) => Decided;
  /** The line was entered. */
  entered: (text: string) => void;
  /** The line was erased while a program ran; what the terminal had already handed on may still be there. */
  erased: (line: HeldLine) => void;
  /** The shell gave up what was entered. */
  forget: () => void;
  /** The user pressed Ctrl-C. */
  cancelled: () => void;
  /** Lines were entered that no rule had to decide. */
  missed: () => void;
};

/** Prompts with which shells ask for the rest of a command: `> `, `quote> `, `for then> `. */
const SECONDARY = /^[a-z ]*> ?$/;
/** Most characters of unfinished commands that are joined; the oldest are left out. */
const MOST = 16 * 1024;

/** Whether a line ends inside quotes or with a backslash, so that the next one continues a word. */
const isOpen = (text: string): boolean => {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '\\' && quote !== "'") {
      at += 1;
      if (at >= text.length) return true;
    } else if (quote === '' && (char === "'" || char === '"')) quote = char;
    else if (char === quote) quote = '';
  }
  return quote !== '';
};

const HERE_DOCUMENT = /<<-?\s*\\?['"]?([\w.-]+)/g;

/** Whether the text of a here-document goes on. */
const isInHereDocument = (text: string): boolean => {
  const lines = text.split('\n');
  return [...text.matchAll(HERE_DOCUMENT)].some(
    ([, word]) => !lines.slice(1).some((line) => line.trim() === word),
  );
};

const isHidden = ({ hint, isShown, isFull, texts }: HeldLine): boolean =>
  hint !== null && hint.trim() !== '' && !isShown && !isFull && !texts.includes(hint.trim());

/** How the list of commands shows a line, and what the shell gets. */
const namesOf = (line: HeldLine, typed: string): Pick<Decided, 'text' | 'entry' | 'isHidden'> => {
  if (isHidden(line)) return { text: '', entry: typed, isHidden: true };
  const text = line.texts.includes(typed) ? typed : (line.texts[0] ?? typed);
  return { text, entry: text, isHidden: false };
};

/** Starts with nothing entered. */
export const createLineJudge = (judge: Judge): LineJudge => {
  /** Lines of a command that goes on. */
  let unit = '';
  /** The shell asks for the rest of it. */
  let isUnfinished = false;
  let previous: string | null = null;
  /** What may still precede the next line. */
  let leftover = '';
  /** The next line may continue one that was not decided. */
  let isAfterMissed = false;

  /** The prompt at which a program was started that reads another language. */
  let startedAt: string | null = null;
  let prompt = '';
  const isOther = () => startedAt !== null && startedAt !== prompt;
  const decideUnit = (text: string, at: number): Ruling => {
    const ruling = judge.decide(text);
    return (at > 0 || isOther()) && ruling.action === 'unknown' ? { action: 'accept' } : ruling;
  };

  /** A line that continues others makes sense with them only, one in another language not as a shell's. */
  const rule = (text: string, isPart: boolean): Ruling => {
    const line = recalled(text, previous);
    if (line === null && !judge.isIdle()) return strictest([judge.decide(text), { action: 'unknown' }]);
    const ruling = judge.decide(line ?? text);
    return (isPart || isOther()) && ruling.action === 'unknown' ? { action: 'accept' } : ruling;
  };
  const ruleAll = (texts: readonly string[], isPart: boolean): Ruling => {
    const joined = isPart ? texts.map((text) => `${unit}\n${text}`.replaceAll('\\\n', '')) : [];
    // Of the readings the first is the likeliest; the others need not make sense.
    return strictest([...texts.map((text, at) => rule(text, isPart || at > 0)), ...joined.map(decideUnit)]);
  };
  const isContinued = (prompt: string) => unit !== '' && (isUnfinished || SECONDARY.test(prompt));
  const begin = (text: string) => {
    unit = text;
    isUnfinished = isOpen(unit) || isInHereDocument(unit) || judge.isUnfinished(unit);
  };

  return {
    decide: ({ line, isUnsure }) => {
      const typed = line.hint?.trim() ?? '';
      // What is typed into an editor is no command, but behind a prompt of the shell it is.
      const typedIn = typed === '' || (line.isFull && line.prompt === '') ? [] : [typed];
      // What was typed is the likeliest reading.
      const texts = [...new Set([...typedIn, ...line.texts])];
      ({ prompt } = line);
      if (line.isAtPrompt) leftover = '';
      if (leftover !== '' && (typed === '' || !line.isShown)) texts.push(leftover + typed);
      const continues = isContinued(line.prompt);
      if (!continues) begin('');
      const ruling = ruleAll(texts, continues);
      const isHalf = isAfterMissed && SECONDARY.test(line.prompt);
      const isDoubtful = !judge.isIdle() && (isUnsure || isHalf);
      const safe = isDoubtful ? strictest([ruling, { action: 'unknown' }]) : ruling;
      return { ...safe, ...namesOf(line, typed) };
    },
    decidePasted: (text) => ({ ...ruleAll([text], isContinued('')), text, entry: text, isHidden: false }),
    entered: (text) => {
      isAfterMissed = false;
      if (text !== '') previous = text;
      begin(`${unit === '' ? '' : `${unit}\n`}${text}`.slice(-MOST));
      judge.entered(unit.replaceAll('\\\n', ''));
      if (!isOther()) startedAt = judge.startsOther(text) && prompt.trim() !== '' ? prompt : null;
    },
    erased: ({ hint, texts }) => {
      leftover = (leftover + (hint?.trim() ?? texts[0] ?? '')).slice(-MOST);
    },
    forget: () => {
      isAfterMissed = false;
      begin('');
    },
    cancelled: () => {
      begin('');
      leftover = '';
    },
    missed: () => {
      isAfterMissed = true;
      begin('');
      leftover = '';
      previous = null;
      startedAt = null;
    },
  };
};
