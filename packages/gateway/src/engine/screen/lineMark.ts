import type { IMarker, Terminal } from '@xterm/headless';
import type { PromptMemory } from './promptMemory.ts';
import { aroundCursor, cursorRow, lineEnd, lineStart, lineText } from './rows.ts';

/** Where the line being edited begins, as noted at its first key. */
export type LineMark = {
  /**
   * Makes sure that the place noted is still the beginning of the line the cursor is in; otherwise notes a new one and
   * answers what the last command printed on the same line before its prompt (often nothing).
   */
  ensure: (screen: Terminal) => { glued: string } | null;
  /** Line breaks were put into the line itself: a pasted block. */
  extend: () => void;
  /** The rest of the cursor's row was erased. */
  erased: (screen: Terminal) => void;
  /** Rows have another width; what they hold is drawn anew. */
  resized: () => void;
  drop: () => void;
  /** Text entered from the mark to the row the cursor just left; null when that row is not part of it. */
  entered: (screen: Terminal, left: number) => string | null;
  /** For lines typed ahead of their prompt: a known one, or what looks like one followed by exactly what was typed. */
  enteredAhead: (screen: Terminal, left: number, hint: string) => string | null;
};

const PROMPT_END = /[$#%>❯»:]\s?$/;

type Mark = {
  marker: IMarker;
  prompt: string;
  suffix: string;
  block: boolean;
  /** Rows of the prompt alone. */
  promptRows: number;
  /** Rows, from the mark on, that were filled up with a blank. */
  filled: Set<number>;
};

/** No line is edited yet. */
export const createLineMark = (prompts: PromptMemory): LineMark => {
  let mark: Mark | null = null;

  const drop = () => {
    mark?.marker.dispose();
    mark = null;
  };
  const set = (screen: Terminal, start: number, prompt: string, suffix: string) => {
    drop();
    const promptRows = cursorRow(screen) - start;
    const marker = screen.registerMarker(-promptRows);
    if (marker) mark = { marker, prompt, suffix, block: false, promptRows, filled: new Set() };
  };
  const holds = (screen: Terminal, { marker, block, prompt }: Mark, start: number): boolean => {
    if (marker.isDisposed) return false;
    const same = marker.line === start || (block && marker.line < start);
    return same && lineText(screen.buffer.active, marker.line).startsWith(prompt.trimEnd());
  };

  return {
    drop,
    extend: () => {
      if (mark) mark.block = true;
    },
    // Readline writes a blank where a wide character finds no room, and erases the rest of the row, which is nothing:
    // the cursor stands behind the last column. A blank that belongs to the line is followed by the next character.
    erased: (screen) => {
      if (!mark || mark.marker.isDisposed || screen.buffer.active.cursorX < screen.cols) return;
      const row = cursorRow(screen) - mark.marker.line;
      if (row >= mark.promptRows) mark.filled.add(row);
    },
    resized: () => mark?.filled.clear(),
    ensure: (screen) => {
      const { start, before, after } = aroundCursor(screen);
      if (mark && holds(screen, mark, start)) return null;
      // Clearing the screen disposes markers; the prompt drawn again is recognised by its text.
      if (mark && mark.prompt.trim() !== '' && before.startsWith(mark.prompt)) {
        set(screen, start, mark.prompt, mark.suffix);
        return null;
      }
      const prompt = prompts.startOf(before) ?? before;
      const glued = prompts.endOf(prompt);
      set(screen, start, prompt, after);
      return { glued: glued === null ? '' : prompt.slice(0, -glued.length) };
    },
    entered: (screen, left) => {
      if (!mark || mark.marker.isDisposed) return null;
      const buffer = screen.buffer.active;
      const { prompt, suffix, block, filled } = mark;
      const first = mark.marker.line;
      const isFilled = (row: number) => filled.has(row - first);
      // A block drawn once more moves through its own lines; only the last one leads to an empty one.
      if (block && lineText(buffer, cursorRow(screen)) !== '') return null;
      if (left < first || (!block && lineEnd(buffer, first) < left)) return null;
      const lines: string[] = [];
      for (let row = first; row <= left; row = lineEnd(buffer, row) + 1)
        lines.push(lineText(buffer, row, isFilled));
      if (!lines[0]?.startsWith(prompt.trimEnd())) return null;
      lines[0] = lines[0].slice(prompt.length);
      prompts.remember(prompt);
      const whole = lines.join('\n').trimEnd();
      // A key typed before the prompt was printed leaves the prompt in the middle of the line.
      const text = prompt.trim() === '' ? prompts.after(whole) : whole;
      return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
    },
    enteredAhead: (screen, left, hint) => {
      const buffer = screen.buffer.active;
      const text = lineText(buffer, lineStart(buffer, left));
      const prompt = prompts.startOf(text);
      if (prompt !== null) return text.slice(prompt.length);
      const typed = hint.trimEnd();
      if (typed === '' || !text.endsWith(typed)) return null;
      return PROMPT_END.test(text.slice(0, -typed.length)) ? typed : null;
    },
  };
};
