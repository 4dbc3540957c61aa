import type { IDisposable, Terminal } from '@xterm/headless';

/**
 * Whether the shell edits a line, as line editors say themselves: they ask for marks around pastes while they do. What
 * is typed while the editor is closed goes to a program, or waits until the editor opens again.
 */
export type LineEditor = {
  bind: (terminal: Terminal) => IDisposable[];
  /** A line is edited, or was until the line feed that is being told. */
  isOpen: () => boolean;
  /** This session has shown such an editor. */
  isKnown: () => boolean;
  /** It opened in the first column: nothing stands before its prompt. */
  isAtStart: () => boolean;
  /** The line feed has been told. */
  lineFed: () => void;
};

const MARKED_PASTES = 2004;

/** Looks for the editor's signs in what a terminal is fed; the events come before the terminal obeys. */
export const createLineEditor = (events: { opens: () => void; closes: () => void }): LineEditor => {
  let terminal: Terminal | null = null;
  let isKnown = false;
  /** Some editors close on the row of the line, before its line feed; others behind it. */
  let isLeaving = false;
  let isAtStart = false;

  const opens = () => {
    isKnown = true;
    isLeaving = false;
    isAtStart = terminal?.buffer.active.cursorX === 0;
    events.opens();
  };
  const closes = () => {
    isLeaving = terminal !== null && terminal.buffer.active.cursorX > 0;
    events.closes();
  };
  const on = (screen: Terminal, final: string, change: () => void) =>
    screen.parser.registerCsiHandler({ prefix: '?', final }, (modes) => {
      if (modes.includes(MARKED_PASTES)) change();
      return false;
    });

  return {
    bind: (screen) => {
      terminal = screen;
      isKnown ||= screen.modes.bracketedPasteMode;
      return [on(screen, 'h', opens), on(screen, 'l', closes)];
    },
    isOpen: () => isLeaving || terminal?.modes.bracketedPasteMode === true,
    isKnown: () => isKnown,
    isAtStart: () => isAtStart,
    lineFed: () => {
      isLeaving = false;
    },
  };
};
