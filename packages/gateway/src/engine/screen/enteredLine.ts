import type { LineEditor } from './lineEditor.ts';
import type { MarkedLine } from './lineMark.ts';
import type { PromptMemory } from './promptMemory.ts';

/** Tells what was entered in a line of the screen from what was printed there. */
export type EnteredLine = {
  /** In the line an Enter was pressed in; null when it holds something else by now. */
  marked: (line: MarkedLine, hint: string | null) => string | null;
  /** In a line nobody was seen editing: behind a known prompt, or exactly what was typed behind what looks like one. */
  ahead: (line: string, hints: readonly string[], hasUnknown: boolean) => string | null;
  /** A program has the terminal: what comes is its output and the echo of what is typed meanwhile. */
  isOutput: () => boolean;
};

const PROMPT_END = /[$#%>❯»:]\s?$/;

/** What was certainly typed, when the line ends with it behind something that looks like a prompt. */
const behindPrompt = (line: string, hints: readonly string[]): string | null => {
  const found = hints.filter(
    (hint) => hint !== '' && line.endsWith(hint) && PROMPT_END.test(line.slice(0, -hint.length)),
  );
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
};

/** While a line editor is known and closed, output flows: then only what is exactly as typed is taken for typed. */
export const createEnteredLine = (deps: { prompts: PromptMemory; editor: LineEditor }): EnteredLine => {
  const { prompts, editor } = deps;
  const isOutput = () => editor.isKnown() && !editor.isOpen();

  /** Without the prompt that was printed after the first key. */
  const withoutPrompt = ({ prompt, text }: MarkedLine): string => {
    if (prompt.trim() === '') return prompts.after(text);
    return text.slice(prompts.startOf(text)?.length ?? 0);
  };
  const isPlausible = ({ prompt, inEditor }: MarkedLine, hint: string | null): boolean => {
    if (inEditor || prompts.has(prompt)) return true;
    if (editor.isKnown()) return hint === null && PROMPT_END.test(prompt);
    return hint === null || PROMPT_END.test(prompt);
  };

  return {
    isOutput,
    marked: (line, hint) => {
      const { prompt, text } = line;
      if (hint !== null && text.trim() === hint.trim()) return text;
      const typed = hint === null ? null : behindPrompt(prompt + text, [hint.trimEnd()]);
      if (typed !== null) return typed;
      if (line.inEditor && prompt.trim() !== '') return text;
      if (!line.inEditor && isOutput() && !isPlausible(line, hint)) return null;
      const rest = withoutPrompt(line);
      if (rest !== text) return rest;
      // Nothing was shown: a password, say. Where it cannot be told from an empty line of output it is left waiting.
      if (text === '' && !editor.isKnown()) return text;
      return isPlausible(line, hint) ? text : null;
    },
    ahead: (line, hints, hasUnknown) => {
      const prompt = prompts.startOf(line);
      if (prompt !== null) {
        const text = line.slice(prompt.length);
        return hints.includes(text.trim()) || (hasUnknown && !isOutput()) ? text : null;
      }
      return isOutput() ? null : behindPrompt(line, hints);
    },
  };
};
