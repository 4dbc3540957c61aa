import type { Hints } from './enters.ts';
import type { LineEditor } from './lineEditor.ts';
import type { MarkedLine } from './lineMark.ts';
import type { PromptMemory } from './promptMemory.ts';

/** Distinguishes what was entered in a screen line from what was printed there. */
export type EnteredLine = {
  /** The text entered in the line where Enter was pressed; null when the line now holds something else. */
  marked: (line: MarkedLine, hint: string | null) => string | null;
  /**
   * The text entered in a line that was not seen being edited: behind a known prompt, or exactly the typed
   * text behind a likely prompt; null when there is none.
   */
  ahead: (line: string, hints: Hints, hasUnknown: boolean) => string | null;
  /** A program has the terminal: the screen shows its output and the echo of type-ahead. */
  isOutput: () => boolean;
};

const PROMPT_END = /[$#%>❯»:]\s?$/;
const PROMPT_ENDS = /[$#%>❯»:]\s?/g;

/** The longest of the typed texts at the end of the line, behind what looks like a prompt. */
const behindPrompt = (line: string, { has, hasLength }: Hints): string | null => {
  for (const { index, 0: end } of line.matchAll(PROMPT_ENDS)) {
    for (const at of [index + 1, index + end.length]) {
      if (at < line.length && hasLength(line.length - at) && has(line.slice(at))) return line.slice(at);
    }
  }
  return null;
};
const only = (hint: string): Hints => ({
  has: (text) => text === hint,
  hasLength: (length) => length === hint.length,
});

/**
 * While a known line editor is closed, the screen shows output: text counts as entered only if it is exactly
 * the typed text or follows a prompt.
 */
export const createEnteredLine = (deps: { prompts: PromptMemory; editor: LineEditor }): EnteredLine => {
  const { prompts, editor } = deps;
  const isOutput = () => editor.isKnown() && !editor.isOpen();

  /** The text of a line, with any prompt removed that was printed only after the line's first key. */
  const withoutPrompt = ({ prompt, text }: MarkedLine): string => {
    if (prompt.trim() === '') return prompts.after(text);
    return text.slice(prompts.startOf(text)?.length ?? 0);
  };
  const isPlausible = ({ prompt, inEditor }: MarkedLine, hint: string | null): boolean => {
    if (inEditor || prompts.has(prompt)) return true;
    if (!editor.isKnown()) return hint === null || PROMPT_END.test(prompt);
    // The editor may be off, or the foreground shell has none: then any line with a prompt may hold a
    // command, whatever the prompt ends with.
    return hint === null && prompt.trim() !== '';
  };

  return {
    isOutput,
    marked: (line, hint) => {
      const { prompt, text } = line;
      if (hint !== null && text.trim() === hint.trim()) return text;
      const typed = hint === null ? null : behindPrompt(prompt + text, only(hint.trimEnd()));
      if (typed !== null) return typed;
      if (line.inEditor && prompt.trim() !== '') return text;
      if (!line.inEditor && isOutput() && !isPlausible(line, hint)) return null;
      const rest = withoutPrompt(line);
      if (rest !== text) return rest;
      // Nothing was displayed, as for a password. Where this looks like an empty output line, the Enter keeps
      // waiting.
      if (text === '' && !editor.isKnown()) return text;
      return isPlausible(line, hint) ? text : null;
    },
    ahead: (line, hints, hasUnknown) => {
      const prompt = prompts.startOf(line);
      if (prompt !== null) {
        const text = line.slice(prompt.length);
        return hints.has(text.trim()) || (hasUnknown && !isOutput()) ? text : null;
      }
      return isOutput() ? null : behindPrompt(line, hints);
    },
  };
};
