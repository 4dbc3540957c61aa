import type { Terminal } from '@xterm/headless';
import type { Enters } from './enters.ts';
import type { LineEditor } from './lineEditor.ts';
import type { LineMark } from './lineMark.ts';
import type { Moment, RunningCommand } from './runningCommand.ts';
import type { Typed } from './typed.ts';

/** Follows what is typed: where a line begins, and that it was entered. */
export type KeySteps = {
  take: (typed: Typed, moment: Moment, screen: Terminal) => void;
  /** A prompt is about to be printed. */
  prompted: () => void;
  /** What was typed so far leads to no command. */
  forget: () => void;
};

/** Nothing is typed yet. */
export const createKeySteps = (deps: {
  editor: LineEditor;
  mark: LineMark;
  enters: Enters;
  running: RunningCommand;
}): KeySteps => {
  const { editor, mark, enters, running } = deps;
  /** Since the last Enter. */
  let isPrompted = false;

  const forget = () => {
    mark.drop();
    enters.clear();
  };
  const begin = (screen: Terminal) => {
    const fresh = mark.ensure(screen);
    if (!fresh || (editor.isKnown() && !editor.isOpen())) return;
    if (fresh.glued !== '') running.collect(fresh.glued);
    running.finish();
  };

  return {
    forget,
    prompted: () => {
      isPrompted = true;
      mark.drop();
    },
    take: (typed, moment, screen) => {
      if (typed.kind === 'cancel') return forget();
      // Keys typed ahead of a pending Enter belong to a prompt that is not there yet.
      const isHere = isPrompted || enters.isSettled();
      if (isHere) begin(screen);
      if (typed.kind === 'block' && /[\r\n]/.test(typed.text)) mark.extend();
      if (typed.kind !== 'enter') return;
      const line = isHere && !enters.of(mark.current()) ? mark.current() : null;
      enters.press({ ...moment, hint: typed.hint, mark: line, told: null });
      isPrompted = false;
    },
  };
};
