import type { IMarker, Terminal } from '@xterm/headless';
import type { LineEditor } from './lineEditor.ts';
import type { PromptMemory } from './promptMemory.ts';
import { type AroundCursor, cursorRow, lineEnd, lineText } from './rows.ts';

/** The position where the edited line begins. */
export type Mark = {
  marker: IMarker;
  prompt: string;
  suffix: string;
  /** Whether a line editor was seen editing the line. */
  inEditor: boolean;
  block: boolean;
  /** Number of rows that hold only the prompt. */
  promptRows: number;
  /** Rows, counted from the mark, that were padded with a blank. */
  filled: Set<number>;
};

/** A line's content from its mark on. */
export type MarkedLine = { prompt: string; text: string; inEditor: boolean };

/** Where the edited line begins, as recorded at its first key. */
export type LineMark = {
  /**
   * Returns null when the recorded line is still the cursor's line, wherever it was redrawn. Otherwise
   * records the cursor's line and returns what the last command printed on it before the prompt (often
   * nothing).
   */
  ensure: (screen: Terminal, cursor: AroundCursor) => { glued: string } | null;
  current: () => Mark | null;
  /** Line breaks were inserted into the line itself: a pasted block. */
  extend: () => void;
  /** The rest of the cursor's row was erased. */
  erased: (screen: Terminal) => void;
  /** The size changed; the content is redrawn. */
  resized: () => void;
  drop: () => void;
  /** The text from the mark to the row the cursor just left; null when that row is not in the marked line. */
  left: (screen: Terminal, row: number) => MarkedLine | null;
  /** The text from the mark to a row at or below the cursor; null when the mark is not above it. */
  until: (screen: Terminal, row: number) => MarkedLine | null;
};

/** Starts without an edited line. */
export const createLineMark = (deps: { prompts: PromptMemory; editor: LineEditor }): LineMark => {
  const { prompts, editor } = deps;
  let mark: Mark | null = null;

  const drop = () => {
    mark?.marker.dispose();
    mark = null;
  };
  const set = (screen: Terminal, start: number, prompt: string, suffix: string) => {
    drop();
    const promptRows = cursorRow(screen) - start;
    const marker = screen.registerMarker(-promptRows);
    const inEditor = editor.isOpen();
    if (marker) mark = { marker, prompt, suffix, inEditor, block: false, promptRows, filled: new Set() };
  };
  const holds = (screen: Terminal, { marker, block, prompt }: Mark, start: number): boolean => {
    if (marker.isDisposed) return false;
    const same = marker.line === start || (block && marker.line < start);
    return same && lineText(screen.buffer.active, marker.line).startsWith(prompt.trimEnd());
  };

  const textOf = (screen: Terminal, { prompt, suffix, inEditor, filled, marker }: Mark, row: number) => {
    const buffer = screen.buffer.active;
    const first = marker.line;
    const isFilled = (at: number) => filled.has(at - first);
    const lines: string[] = [];
    for (let at = first; at <= row; at = lineEnd(buffer, at) + 1) lines.push(lineText(buffer, at, isFilled));
    if (!lines[0]?.startsWith(prompt.trimEnd())) return null;
    lines[0] = lines[0].slice(prompt.length);
    const whole = lines.join('\n').trimEnd();
    const text = suffix !== '' && whole.endsWith(suffix) ? whole.slice(0, -suffix.length) : whole;
    return { prompt, text, inEditor };
  };

  return {
    drop,
    current: () => mark,
    extend: () => {
      if (mark) mark.block = true;
    },
    // Readline writes a blank where a wide character does not fit, and erases the rest of the row, which is
    // empty as the cursor is behind the last column. A blank that belongs to the line is followed by the
    // next character instead.
    erased: (screen) => {
      if (!mark || mark.marker.isDisposed || screen.buffer.active.cursorX < screen.cols) return;
      const row = cursorRow(screen) - mark.marker.line;
      if (row >= mark.promptRows) mark.filled.add(row);
    },
    resized: () => mark?.filled.clear(),
    ensure: (screen, { start, before, after }) => {
      if (mark && holds(screen, mark, start)) return null;
      // Clearing the screen disposes markers; the redrawn prompt is recognized by its text.
      if (mark && mark.prompt.trim() !== '' && before.startsWith(mark.prompt)) {
        set(screen, start, mark.prompt, mark.suffix);
        return null;
      }
      const prompt = prompts.startOf(before) ?? before;
      const isWhole = editor.isOpen() && editor.isAtStart();
      const glued = isWhole ? null : prompts.endOf(prompt);
      set(screen, start, prompt, after);
      return { glued: glued === null ? '' : prompt.slice(0, -glued.length) };
    },
    left: (screen, row) => {
      if (!mark || mark.marker.isDisposed) return null;
      const buffer = screen.buffer.active;
      const { block, marker } = mark;
      // Redrawing a block moves the cursor through its own lines; only the line below the last one is empty.
      if (block && lineText(buffer, cursorRow(screen)) !== '') return null;
      if (row < marker.line || (!block && lineEnd(buffer, marker.line) < row)) return null;
      return textOf(screen, mark, row);
    },
    until: (screen, row) => {
      if (!mark || mark.marker.isDisposed || cursorRow(screen) < mark.marker.line) return null;
      return textOf(screen, mark, row);
    },
  };
};
