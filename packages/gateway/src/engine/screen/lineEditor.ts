import type { IDisposable, Terminal } from '@xterm/headless';

/**
 * Whether the shell is editing a line. Line editors reveal this themselves: they request bracketed paste
 * while they edit. Input typed while the editor is closed goes to a program or waits until the editor opens
 * again.
 */
export type LineEditor = {
  bind: (terminal: Terminal) => IDisposable[];
  /** A line is being edited, or was until the line feed now being reported. */
  isOpen: () => boolean;
  /** This session has used such an editor. */
  isKnown: () => boolean;
  /** It opened in the first column: nothing precedes its prompt. */
  isAtStart: () => boolean;
  /** The line feed has been reported. */
  lineFed: () => void;
};

const MARKED_PASTES = 2004;

/**
 * Watches the session's output for the editor's sequences; events fire before the terminal executes them.
 */
export const createLineEditor = (events: { opens: () => void; closes: () => void }): LineEditor => {
  let terminal: Terminal | null = null;
  let isKnown = false;
  /** Some editors close on the row of the line, before its line feed; others after it. */
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
