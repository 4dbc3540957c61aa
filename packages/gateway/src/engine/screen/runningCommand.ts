import { randomUUID } from 'node:crypto';
import { orderedId } from '@gatehouse/contract/wire/orderedId.ts';

/** When something was typed: wall clock and position in the recording. */
export type Moment = { at_ms: number; offset_ms: number };

/** When Enter was pressed, and its number among the Enters of the session. */
export type Entry = Moment & { number: number };

/** A command line as the user saw it on pressing Enter, and the start of its output. */
export type ReadCommand = { id: string; input: string; output: string; at_ms: number; offset_ms: number };

/** The command whose output is being collected. */
export type RunningCommand = {
  begin: (input: string, entry: Entry) => void;
  /** Reports a queued command while the current one keeps printing. */
  announce: (input: string, entry: Entry) => ReadCommand;
  /** A queued command starts to run. */
  resume: (command: ReadCommand) => void;
  /** Whether its excerpt has room. */
  wants: () => boolean;
  /** Adds a line of output. */
  collect: (line: string) => void;
  /** Ends its excerpt. */
  finish: () => void;
  isRunning: () => boolean;
  /** Its excerpt is full, or it has run for long. */
  isDue: (now_ms: number) => boolean;
};

/** Maximum length of an output excerpt, in characters (reference 05 §2.2). */
const OUTPUT_LENGTH = 1024;
const INPUT_LENGTH = 4096;
/** The output excerpt of a running command ends after this time. */
const LONGEST_MS = 30_000;

/** The start of a text, marked where it was cut. */
const shortened = (text: string, most: number): string =>
  (text.length <= most ? text : `${text.slice(0, most - 1)}…`).toWellFormed();

type Events = { entered: (command: ReadCommand) => void; finished: (command: ReadCommand) => void };

/** Reports a command when it is entered, and again with its output. */
export const createRunningCommand = (events: Events): RunningCommand => {
  let running: { command: ReadCommand; lines: string[]; length: number } | null = null;

  const finish = () => {
    if (!running) return;
    const { command, lines } = running;
    running = null;
    events.finished({ ...command, output: shortened(lines.join('\n').trimEnd(), OUTPUT_LENGTH) });
  };

  /** One line more than fits is collected, so that the cut is visible. */
  const wants = () => running !== null && running.length <= OUTPUT_LENGTH + 1;
  const announce = (input: string, { at_ms, offset_ms, number }: Entry): ReadCommand => {
    const id = orderedId(randomUUID(), at_ms, number);
    const command = { id, input: shortened(input, INPUT_LENGTH), output: '', at_ms, offset_ms };
    events.entered(command);
    return command;
  };
  const resume = (command: ReadCommand) => {
    finish();
    running = { command, lines: [], length: 0 };
  };

  return {
    announce,
    resume,
    begin: (input, entry) => {
      finish();
      resume(announce(input, entry));
    },
    wants,
    collect: (line) => {
      if (!running || !wants()) return;
      running.lines.push(line);
      running.length += line.length + 1;
    },
    finish,
    isRunning: () => running !== null,
    isDue: (now_ms) => running !== null && (!wants() || now_ms - running.command.at_ms > LONGEST_MS),
  };
};
