import type { Terminal } from '@xterm/headless';
import type { Interrupted, Interrupts } from './keys/interrupts.ts';
import type { Typed } from './keys/typed.ts';
import type { LineEditor } from './lineEditor.ts';
import type { LineMark } from './lineMark.ts';
import type { PromptMemory } from './promptMemory.ts';
import { cursorRow, lineEnd, lineStart, lineText } from './rows.ts';

/** The line that a line end would enter, as far as the screen tells. */
export type HeldLine = Interrupted & {
  /** A full-screen program has the terminal, and hides nothing that may have been left in a line. */
  isFull: boolean;
  editor: 'open' | 'closed' | 'unknown';
  /** What may be entered, without the prompt; several where the prompt is uncertain, none for an empty line. */
  texts: string[];
  /** What was typed in this line; null when editing keys may have changed it. */
  hint: string | null;
  /** The line ends with what was typed. */
  isShown: boolean;
  /** It is known where the line begins. */
  isFound: boolean;
  /** The line follows a prompt: a shell reads it, not a program that the shell runs. */
  isAtPrompt: boolean;
  prompt: string;
  /** Column of the cursor, and rows of the line below it. */
  column: number;
  below: number;
  columns: number;
};

/** Ends of prompts after which a command may begin. */
const PROMPT_ENDS = /[$#%>❯»]/g;
const LIKELY_PROMPT = /[$#%>❯»] $/;
/** The prompt of a search in the history, with the line found so far behind it. */
const SEARCH = /i-search\)[`'].*': /;
/** A command that an editor or a pager runs: `:!ls`, `:r !ls`, `!ls`. */
const ESCAPE = /^(?::[^!]*)?!(.*)$/;
const CTRL_U = '\u0015';
/** Most rows below the cursor that may belong to the line. */
const MOST_BELOW = 200;

type Known = {
  prompts: PromptMemory;
  editor: LineEditor;
  mark: LineMark;
  hint: string | null;
  /** Below the line, candidates of a completion may be listed. */
  isListed: boolean;
  /** Ctrl-U was typed: it erased the line, unless the terminal takes another key for that. */
  isErased: boolean;
};

/** The last row that may belong to the line. */
const lastRow = (screen: Terminal, mayContinue: boolean): number => {
  const buffer = screen.buffer.active;
  let row = lineEnd(buffer, cursorRow(screen));
  const most = row + MOST_BELOW;
  while (mayContinue && row < most && lineText(buffer, row + 1) !== '') row = lineEnd(buffer, row + 1);
  return row;
};

/**
 * The parts of a text behind each likely end of a prompt; the whole text when it has none. What was typed holds no
 * prompt: it is the end of one of them.
 */
const behindPrompts = (text: string, hint: string | null): string[] => {
  const typed = hint?.trim() ?? '';
  const limit = typed !== '' && text.endsWith(typed) ? text.length - typed.length : text.length;
  const parts = [...text.matchAll(PROMPT_ENDS)]
    .filter(({ index }) => index < limit)
    .map(({ index }) => text.slice(index + 1));
  return parts.length > 0 ? parts : [text];
};

/** Where a terminal collects the line, a caret before a blank may mark a key that was quoted. */
const withoutCarets = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text, text.replace(/\^(?=\s)/g, '')])),
];

const distinct = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
];

/** An empty line ends with nothing typed, whatever was printed before it. */
const endsWithTyped = (text: string, hint: string): boolean => text.trimEnd().endsWith(hint.trim());

const isTyped = (texts: readonly string[], line: string, hint: string | null): boolean => {
  const typed = hint?.trim();
  if (typed === undefined) return false;
  return typed === '' ? texts.length === 0 : texts.includes(typed) || line.endsWith(typed);
};

/** Where a full-screen program shows a shell, or a command for one. */
const fullScreenTexts = (line: string, prompts: PromptMemory): string[] => {
  const ran = ESCAPE.exec(line)?.[1];
  const known = prompts.startsOf(line).map((prompt) => line.slice(prompt.length));
  const likely = [...line.matchAll(/[$#%>❯»] /g)].map(({ index }) => line.slice(index + 1));
  return distinct([...(ran === undefined ? [] : [ran]), ...known, ...likely]);
};

/** Reads the line the cursor is in. */
const readHeldLine = (
  screen: Terminal,
  { prompts, editor, mark, hint, isListed, isErased }: Known,
): Omit<HeldLine, keyof Interrupted> => {
  const buffer = screen.buffer.active;
  const row = cursorRow(screen);
  const line = lineText(buffer, lineStart(buffer, row));
  const place = { column: buffer.cursorX, columns: screen.cols };
  const state = !editor.isKnown() ? 'unknown' : editor.isOpen() ? 'open' : 'closed';
  const about = { hint, editor: state, ...place } as const;
  if (buffer.type === 'alternate') {
    const texts = fullScreenTexts(line, prompts);
    const isShown = isTyped(texts, line, hint);
    const prompt = prompts.startOf(line) ?? '';
    return { ...about, isFull: true, texts, isShown, isFound: true, isAtPrompt: true, prompt, below: 0 };
  }
  const last = lastRow(screen, hint === null && !isListed);
  const marked = mark.until(screen, last);
  const whole = marked ? marked.prompt + marked.text : line;
  const known = prompts.startsOf(whole);
  const search = SEARCH.exec(line);
  const isCertain = known.length > 0 || (marked !== null && prompts.has(marked.prompt));
  // Only line editors that say when they are open put text into a line by themselves.
  const isCollected = state !== 'open' && !isErased;
  const isTypedWhole = isCollected && hint !== null && endsWithTyped(marked?.text ?? line, hint);
  const found = isTypedWhole
    ? distinct([hint])
    : distinct([
        ...(search ? [line.slice(search.index + search[0].length)] : []),
        ...(marked ? [marked.text] : []),
        ...known.map((prompt) => whole.slice(prompt.length)),
        ...(isCertain ? [] : marked && marked.prompt.trim() === '' ? [whole] : behindPrompts(whole, hint)),
      ]);
  const texts = state === 'open' ? found : withoutCarets(found);
  const prompt = marked?.prompt ?? known[0] ?? '';
  const isPrompt = known.length > 0 || LIKELY_PROMPT.test(prompt) || (!marked && /[$#%>❯»] /.test(line));
  return {
    ...about,
    isFull: false,
    texts,
    isShown: isTyped(texts, whole, hint),
    isFound: marked !== null || known.length > 0 || search !== null,
    isAtPrompt: state === 'open' || isPrompt,
    prompt,
    below: last - row,
  };
};

/** Reads held lines of one session. */
export type HeldLines = {
  /** The user typed this. */
  typed: (steps: readonly Typed[]) => void;
  read: (screen: Terminal, hint: string | null) => HeldLine;
};

/** Starts with nothing typed. */
export const createHeldLines = (
  known: Pick<Known, 'prompts' | 'editor' | 'mark'> & { interrupts: Interrupts },
): HeldLines => {
  /** Which keys were typed in this line. */
  let isListed = false;
  let isErased = false;
  return {
    typed: (steps) => {
      for (const step of steps) {
        const isSame = step.kind === 'keys';
        isListed = isSame && (isListed || step.text.includes('\t'));
        isErased = isSame && (isErased || step.text.includes(CTRL_U));
      }
    },
    read: (screen, hint) => {
      const line = readHeldLine(screen, { ...known, hint, isListed, isErased });
      const left = known.interrupts.left(screen, line);
      // A full-screen program draws what it holds; what was given up before it began may be held by another one.
      return { ...line, ...left, isFull: line.isFull && !left.isInterrupting };
    },
  };
};
