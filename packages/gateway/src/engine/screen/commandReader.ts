import type { IDisposable, Terminal } from '@xterm/headless';
import { createLineMark, type LineMark } from './lineMark.ts';
import { createPromptMemory } from './promptMemory.ts';
import { aroundCursor, cursorRow, lineStart, lineText } from './rows.ts';
import { createRunningCommand, type Moment, type ReadCommand } from './runningCommand.ts';
import { createTyping, type Typed } from './typed.ts';

/**
 * Reads entered command lines off the screen. Only what the target showed is ever read, so what was typed while echo
 * was off cannot appear.
 */
export type CommandReader = {
  bind: (terminal: Terminal) => void;
  /** Before the screen model is given up; a command whose output is still running is finished. */
  unbind: () => void;
  input: (text: string, moment: Moment) => void;
  /** Finishes a command that has been quiet at a prompt, or has run for long. */
  tick: (now_ms: number) => void;
};

/** An Enter that moved no line by then went to a program that does not work in lines. */
const ECHO_MS = 3_000;
/** Echo of a password as stars or dots is no command. */
const MASKED = /^[*•●]+$/;

const isFullScreen = (terminal: Terminal): boolean => terminal.buffer.active.type === 'alternate';

/** Follows the lines of a terminal as they move and change. */
const follow = (terminal: Terminal, mark: LineMark, onLineFeed: () => void): IDisposable[] => {
  const onErase = () => {
    mark.erased(terminal);
    return false;
  };
  return [
    terminal.onLineFeed(onLineFeed),
    terminal.onResize(mark.resized),
    terminal.parser.registerCsiHandler({ final: 'K' }, onErase),
  ];
};

/** A reader for one session; it survives the screen model being given up and built again. */
export const createCommandReader = (events: {
  entered: (command: ReadCommand) => void;
  finished: (command: ReadCommand) => void;
}): CommandReader => {
  const typing = createTyping();
  const prompts = createPromptMemory();
  const mark = createLineMark(prompts);
  const running = createRunningCommand(events);
  let terminal: Terminal | null = null;
  let listeners: IDisposable[] = [];
  /** Enters whose line has not moved yet. */
  let pending: (Moment & { hint: string })[] = [];

  const forget = () => {
    mark.drop();
    pending = [];
  };
  const lineLeft = () => {
    if (!terminal || isFullScreen(terminal)) return;
    const left = cursorRow(terminal) - 1;
    const [enter] = pending;
    const text = enter
      ? (mark.entered(terminal, left) ?? mark.enteredAhead(terminal, left, enter.hint))
      : null;
    if (!enter || text === null) {
      const { active } = terminal.buffer;
      if (running.isRunning()) running.collect(lineText(active, lineStart(active, left)));
      return;
    }
    pending.shift();
    mark.drop();
    running.finish();
    const input = text.trim();
    if (input !== '' && !MASKED.test(input)) running.begin(input, enter);
  };
  const take = (step: Typed, moment: Moment, screen: Terminal) => {
    if (step.kind === 'cancel') return forget();
    // Keys typed ahead of a pending Enter belong to a prompt that is not there yet.
    const fresh = pending.length === 0 ? mark.ensure(screen) : null;
    if (fresh) {
      if (fresh.glued !== '') running.collect(fresh.glued);
      running.finish();
    }
    if (step.kind === 'block' && /[\r\n]/.test(step.text)) mark.extend();
    if (step.kind === 'enter') pending.push({ ...moment, hint: step.hint });
  };

  return {
    bind: (next) => {
      terminal = next;
      listeners = follow(next, mark, lineLeft);
    },
    unbind: () => {
      running.finish();
      forget();
      for (const listener of listeners) listener.dispose();
      listeners = [];
      terminal = null;
    },
    input: (text, moment) => {
      const steps = typing(text);
      if (!terminal || isFullScreen(terminal)) return forget();
      const [oldest] = pending;
      if (oldest && moment.at_ms - oldest.at_ms > ECHO_MS) pending = [];
      for (const step of steps) take(step, moment, terminal);
    },
    tick: (now_ms) => {
      if (!running.isRunning()) return;
      if (running.isDue(now_ms)) return running.finish();
      if (terminal && !isFullScreen(terminal) && prompts.has(aroundCursor(terminal).before)) running.finish();
    },
  };
};
