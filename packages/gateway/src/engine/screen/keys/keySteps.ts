import type { Terminal } from '@xterm/headless';
import type { Enters } from '../enters.ts';
import type { LineEditor } from '../lineEditor.ts';
import type { LineMark, Mark } from '../lineMark.ts';
import { type AroundCursor, aroundCursor } from '../rows.ts';
import type { Moment, RunningCommand } from '../runningCommand.ts';
import type { Interrupts } from './interrupts.ts';
import type { Typed } from './typed.ts';

/** Follows typed input: where a line starts, and when it is entered. */
export type KeySteps = {
  take: (typed: readonly Typed[], moment: Moment, screen: Terminal) => void;
  /** A prompt is about to be printed. */
  prompted: () => void;
  /** The line is about to be decided. */
  looked: () => void;
  /** The text typed so far leads to no command. */
  forget: () => void;
};

/** Starts with nothing typed. */
export const createKeySteps = (deps: {
  editor: LineEditor;
  mark: LineMark;
  enters: Enters;
  running: RunningCommand;
  interrupts: Interrupts;
}): KeySteps => {
  const { editor, mark, enters, running, interrupts } = deps;
  /** Whether a prompt was printed since the last Enter. */
  let isPrompted = false;
  /** Whether the prompt of the line was there when its keys were typed; null before the first key. */
  let wasHere: boolean | null = null;
  const isHereNow = () => isPrompted || enters.isSettled();

  const forget = () => {
    mark.drop();
    enters.clear();
  };
  const begin = (screen: Terminal, cursor: AroundCursor) => {
    const fresh = mark.ensure(screen, cursor);
    if (!fresh || (editor.isKnown() && !editor.isOpen())) return;
    if (fresh.glued !== '') running.collect(fresh.glued);
    running.finish();
  };
  const press = (hint: string | null, moment: Moment, isHere: boolean) => {
    const line = isHere && !enters.of(mark.current()) ? mark.current() : null;
    enters.press({ ...moment, hint, mark: line });
    interrupts.entered();
    wasHere = null;
    isPrompted = false;
  };
  /** The current line leads to no command; Enters pressed before it may. */
  const cancel = (screen: Terminal, hint: string | null) => {
    interrupts.pressed(screen, { hint, isHere: wasHere ?? isHereNow() });
    wasHere = null;
    if (!enters.of(mark.current())) mark.drop();
    enters.doubt();
  };

  return {
    forget,
    prompted: () => {
      isPrompted = true;
      if (wasHere === false) wasHere = true;
      interrupts.prompted();
      mark.drop();
    },
    looked: () => {
      // What the gate writes below the line looks as if earlier lines had been entered.
      if (wasHere === false) wasHere = isHereNow();
    },
    take: (typed, moment, screen) => {
      // Nothing is drawn in between: input that arrives in one piece applies to one state of the screen.
      let cursor: AroundCursor | null = null;
      let begun: Mark | null = null;
      for (const step of typed) {
        if (step.kind === 'cancel') {
          cancel(screen, step.hint);
          continue;
        }
        // Keys typed after a pending Enter belong to a prompt that is not there yet.
        const isHere = isHereNow();
        wasHere = isHere;
        if (isHere && (begun === null || begun !== mark.current())) {
          cursor ??= aroundCursor(screen);
          begin(screen, cursor);
          begun = mark.current();
        }
        if (step.kind === 'block' && /[\r\n]/.test(step.text)) mark.extend();
        if (step.kind === 'enter') press(step.hint, moment, isHere);
      }
    },
  };
};
