import type { Terminal } from '@xterm/headless';
import type { EnteredLine } from './enteredLine.ts';
import type { Enter } from './enterIndex.ts';
import type { Enters } from './enters.ts';
import type { LineEditor } from './lineEditor.ts';
import type { LineMark } from './lineMark.ts';
import type { PromptMemory } from './promptMemory.ts';
import { lineStart, lineText } from './rows.ts';

/** An entered line with its Enter; away from a prompt a program may have read it. */
export type Entered = { enter: Enter; text: string; isAtPrompt: boolean };

/** Finds out whether the line just above the cursor was entered. */
export type LeftLine = {
  read: (screen: Terminal, row: number) => Entered | null;
  /** Only looks at the line being edited. */
  readMarked: (screen: Terminal, row: number) => Entered | null;
};

/** Matches the screen's content with the keys pressed. */
export const createLeftLine = (deps: {
  prompts: PromptMemory;
  editor: LineEditor;
  mark: LineMark;
  enters: Enters;
  lines: EnteredLine;
}): LeftLine => {
  const { mark, enters, lines } = deps;

  const readMarked = (screen: Terminal, row: number): Entered | null => {
    const line = mark.left(screen, row);
    const current = mark.current();
    if (!line) return null;
    const own = enters.of(current);
    const isTyped = () => enters.hints.has(line.text.trim());
    const text = own ? lines.marked(line, own.hint) : isTyped() ? line.text : null;
    const enter = text === null ? undefined : enters.matching(text, current);
    if (!enter || text === null) return null;
    if (text === line.text) deps.prompts.remember(line.prompt);
    const isAtPrompt = line.inEditor || line.prompt.trim() !== '' || !deps.editor.isKnown();
    return { enter, text, isAtPrompt };
  };
  const readAhead = (screen: Terminal, row: number): Entered | null => {
    const buffer = screen.buffer.active;
    const line = lineText(buffer, lineStart(buffer, row));
    const current = mark.current();
    // A line without an Enter is still being edited.
    const hasUnknown = current === null || enters.of(current) !== undefined;
    const text = lines.ahead(line, enters.hints, hasUnknown);
    const enter = text === null ? undefined : enters.matching(text, current);
    if (enter && text !== null) return { enter, text, isAtPrompt: true };
    const echoed = lines.isOutput() ? enters.untold(line) : undefined;
    return echoed ? { enter: echoed, text: line, isAtPrompt: false } : null;
  };

  return {
    readMarked,
    read: (screen, row) => (enters.isEmpty() ? null : (readMarked(screen, row) ?? readAhead(screen, row))),
  };
};
