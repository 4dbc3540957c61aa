import type { IDisposable, Terminal } from '@xterm/headless';
import { createEnteredLine } from './enteredLine.ts';
import { createEnters, type Enters } from './enters.ts';
import { createHeldLines, type HeldLine } from './heldLine.ts';
import { createInterrupts } from './keys/interrupts.ts';
import { createKeySteps } from './keys/keySteps.ts';
import { createTyping } from './keys/typed.ts';
import { createLeftLine, type Entered } from './leftLine.ts';
import { createLineEditor } from './lineEditor.ts';
import { createLineMark, type LineMark } from './lineMark.ts';
import { createPromptMemory } from './promptMemory.ts';
import { aroundCursor, cursorRow, lineStart, lineText } from './rows.ts';
import {
  createRunningCommand,
  type Moment,
  type ReadCommand,
  type RunningCommand,
} from './runningCommand.ts';

/**
 * Reads entered commands off the screen. It only reads what was displayed, so text typed while echo was off
 * never appears.
 */
export type CommandReader = {
  bind: (terminal: Terminal) => void;
  /** Called before the screen model is released; finishes a command whose output is still being collected. */
  unbind: () => void;
  input: (text: string, moment: Moment) => void;
  /** Finishes a command when its excerpt is full, it has run for long, or a known prompt is displayed. */
  tick: (now_ms: number) => void;
  /** The line that a line end would enter now. */
  held: () => HeldLine | null;
  /** How long type-ahead may wait in a quiet session; 0 when none waits. */
  waitsFor_ms: () => number;
};

/** How long type-ahead waits for a running command to end, if a line editor separates output from prompts. */
const AHEAD_MS = 600_000;
/** A password echoed as stars or dots is not a command. */
const MASKED = /^[*•●]+$/;

const isFullScreen = (terminal: Terminal): boolean => terminal.buffer.active.type === 'alternate';

/** Lists an entered line as a command, unless it is empty or a masked password. */
const createListing = (deps: { mark: LineMark; enters: Enters; running: RunningCommand }) => {
  const { mark, enters, running } = deps;
  return ({ enter, text, isAtPrompt }: Entered) => {
    mark.drop();
    const input = text.trim();
    const isCommand = input !== '' && !MASKED.test(input);
    // A foreground program may read the line, or leave it to the shell, which then shows it at its prompt.
    if (!isAtPrompt && isCommand) {
      enters.tell(enter, running.announce(input, enter));
      return;
    }
    enters.take(enter);
    running.finish();
    if (enter.listed) running.resume(enter.listed);
    else if (isCommand) running.begin(input, enter);
  };
};

/** Keeps a mark informed of what moves or erases it. */
const followMark = (screen: Terminal, mark: LineMark): IDisposable[] => [
  screen.onResize(mark.resized),
  screen.parser.registerCsiHandler({ final: 'K' }, () => {
    mark.erased(screen);
    return false;
  }),
];

/** A reader for one session; it survives the release and rebuild of the screen model. */
export const createCommandReader = (events: {
  entered: (command: ReadCommand) => void;
  finished: (command: ReadCommand) => void;
}): CommandReader => {
  const typing = createTyping();
  const prompts = createPromptMemory();
  const editor = createLineEditor({ opens: () => steps.prompted(), closes: () => blockLeft() });
  const mark = createLineMark({ prompts, editor });
  const lines = createEnteredLine({ prompts, editor });
  const running = createRunningCommand(events);
  const enters = createEnters(events.finished);
  const leftLine = createLeftLine({ prompts, editor, mark, enters, lines });
  const interrupts = createInterrupts({ prompts, editor });
  const steps = createKeySteps({ editor, mark, enters, running, interrupts });
  const heldLines = createHeldLines({ prompts, editor, mark, interrupts });
  const list = createListing({ mark, enters, running });
  let terminal: Terminal | null = null;
  let listeners: IDisposable[] = [];

  const lineLeft = () => {
    // The lines of a block are drawn, and redrawn, before Enter; then the editor closes below them.
    const isDrawn = mark.current()?.block && terminal?.modes.bracketedPasteMode;
    if (!terminal || isFullScreen(terminal) || isDrawn) return;
    const left = cursorRow(terminal) - 1;
    const entered = leftLine.read(terminal, left);
    if (entered) list(entered);
    const { active } = terminal.buffer;
    if (!entered?.isAtPrompt && running.wants()) running.collect(lineText(active, lineStart(active, left)));
    editor.lineFed();
  };
  const blockLeft = () => {
    if (!terminal || isFullScreen(terminal) || !mark.current()?.block) return;
    const entered = leftLine.readMarked(terminal, cursorRow(terminal) - 1);
    if (entered) list(entered);
  };

  return {
    bind: (next) => {
      terminal = next;
      listeners = [next.onLineFeed(lineLeft), ...followMark(next, mark), ...editor.bind(next)];
    },
    unbind: () => {
      running.finish();
      steps.forget();
      if (terminal) interrupts.unbind(terminal);
      for (const listener of listeners) listener.dispose();
      listeners = [];
      terminal = null;
    },
    input: (text, moment) => {
      const typed = typing(text);
      heldLines.typed(typed);
      if (!terminal) return steps.forget();
      if (isFullScreen(terminal)) {
        interrupts.typedInFull(typed);
        return steps.forget();
      }
      enters.age(moment.at_ms, editor.isKnown() ? AHEAD_MS : 0);
      steps.take(typed, moment, terminal);
    },
    held: () => {
      if (!terminal) return null;
      steps.looked();
      const line = heldLines.read(terminal, typing.pending());
      // The gate may write below the line.
      if (!line.isFull && prompts.has(line.prompt)) running.finish();
      return line;
    },
    waitsFor_ms: () => (enters.isEmpty() ? 0 : AHEAD_MS),
    tick: (now_ms) => {
      if (!running.isRunning()) return;
      if (running.isDue(now_ms)) return running.finish();
      if (terminal && !isFullScreen(terminal) && prompts.has(aroundCursor(terminal).before)) running.finish();
    },
  };
};
