import type { IMarker, Terminal } from '@xterm/headless';
import type { LineEditor } from '../lineEditor.ts';
import type { PromptMemory } from '../promptMemory.ts';
import { aroundCursor, cursorRow, lineStart } from '../rows.ts';
import type { Typed } from './typed.ts';

/** What is uncertain after a Ctrl-C. */
export type Interrupted = {
  /** The machine has shown no new prompt since the last Ctrl-C: the text it discarded may still be there. */
  isInterrupting: boolean;
  /** What was typed in the line before it, and may precede what is typed now; null if that is not known. */
  before: string | null;
};

/**
 * Follows whether Ctrl-C was obeyed. A line editor that ignores or misses it keeps its line, and what is typed next is
 * added to it; only a new prompt shows that it is empty.
 */
export type Interrupts = {
  /** Ctrl-C was pressed after this text; `isHere`: no earlier line end is still waiting for its prompt. */
  pressed: (screen: Terminal, press: { hint: string | null; isHere: boolean }) => void;
  /** A line editor begins to read a line. */
  prompted: () => void;
  /** A line was entered, together with everything that may have preceded it. */
  entered: () => void;
  /** This was typed into a full-screen program, or behind one that hides the line. */
  typedInFull: (steps: readonly Typed[]) => void;
  /** What is in doubt of a line that shows these texts, and in which this was typed. */
  left: (screen: Terminal, line: { hint: string | null; texts: readonly string[] }) => Interrupted;
  /** The screen is about to be released. */
  unbind: (screen: Terminal) => void;
};

/** A Ctrl-C of which it is not known yet whether it was obeyed. */
type Press = {
  before: string | null;
  /** The line in which it was pressed; undefined once that is no longer known. */
  marker: IMarker | undefined;
  isHere: boolean;
  /** A line editor was reading: if it obeys, it starts again. */
  wasOpen: boolean;
  hasBegun: boolean;
};

const settled: Interrupted = { isInterrupting: false, before: '' };
/** Ends of prompts after which a command may begin. */
const LIKELY_PROMPT = /[$#%>❯»] /;
/** Most characters of discarded text that are kept. */
const MOST = 4_096;

const joined = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null || one.length + other.length > MOST) return null;
  return one + other;
};

/** Starts without a Ctrl-C. */
export const createInterrupts = (deps: { prompts: PromptMemory; editor: LineEditor }): Interrupts => {
  const { prompts, editor } = deps;
  let press: Press | null = null;

  const drop = () => {
    press?.marker?.dispose();
    press = null;
  };
  // A full-screen program hides the screen on which it was pressed, and tells nothing of it.
  const isBelow = (screen: Terminal, { marker }: Press): boolean => {
    const { normal } = screen.buffer;
    return marker !== undefined && lineStart(normal, cursorRow(screen, normal)) > marker.line;
  };
  /** Something came after it that may be a new prompt, or one that was on its way. */
  const hasMoved = (screen: Terminal, one: Press): boolean => one.hasBegun || isBelow(screen, one);
  const isAtPrompt = (screen: Terminal): boolean => {
    const { before } = aroundCursor(screen, screen.buffer.normal);
    return prompts.startOf(before) !== null || LIKELY_PROMPT.test(before);
  };
  const isObeyed = (screen: Terminal, one: Press): boolean => {
    if (!one.isHere) return false;
    return one.hasBegun || (!one.wasOpen && isBelow(screen, one) && isAtPrompt(screen));
  };
  const open = (screen: Terminal): Press | null => {
    if (press && isObeyed(screen, press)) drop();
    return press;
  };

  return {
    pressed: (screen, { hint, isHere }) => {
      const earlier = open(screen);
      const before = earlier ? joined(earlier.before, hint) : hint;
      // The prompt that answers an earlier Ctrl-C does not answer this one.
      const isAlone = earlier === null || hasMoved(screen, earlier);
      drop();
      const row = cursorRow(screen);
      press = {
        before,
        marker: screen.registerMarker(lineStart(screen.buffer.active, row) - row),
        isHere: isHere && isAlone,
        wasOpen: editor.isOpen(),
        hasBegun: false,
      };
    },
    prompted: () => {
      if (press) press.hasBegun = true;
    },
    entered: drop,
    typedInFull: (steps) => {
      for (const step of steps) {
        if (step.kind === 'enter') drop();
        else if (step.kind === 'cancel' && press) {
          press.before = joined(press.before, step.hint);
          // A prompt that answers the earlier one is no answer to this one.
          press.isHere = false;
        }
      }
    },
    left: (screen, { hint, texts }) => {
      const one = open(screen);
      if (!one) return settled;
      if (screen.buffer.active.type === 'alternate') return { isInterrupting: true, before: one.before };
      const typed = hint?.trim() ?? '';
      // A new line that shows exactly what was typed contains nothing else.
      const isAlone = typed !== '' && texts.length > 0 && texts.every((text) => text === typed);
      if (isAlone && hasMoved(screen, one)) return settled;
      return { isInterrupting: true, before: one.before };
    },
    unbind: (screen) => {
      const one = open(screen);
      if (!one) return;
      one.marker?.dispose();
      one.marker = undefined;
    },
  };
};
