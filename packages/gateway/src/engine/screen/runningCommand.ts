import { randomUUID } from 'node:crypto';
import { orderedId } from '@gatehouse/contract/wire/orderedId.ts';

/** When something was typed: wall clock, and position in the recording. */
export type Moment = { at_ms: number; offset_ms: number };

/** A moment, and its place among the Enters of the session. */
export type Entry = Moment & { number: number };

/** A command line as the person saw it when pressing Enter, and the beginning of what it printed. */
export type ReadCommand = { id: string; input: string; output: string; at_ms: number; offset_ms: number };

/** The command whose output is being gathered. */
export type RunningCommand = {
  begin: (input: string, entry: Entry) => void;
  /** Tells of a command whose turn has not come: the one that runs goes on printing. */
  announce: (input: string, entry: Entry) => ReadCommand;
  /** The turn of an announced command has come. */
  resume: (command: ReadCommand) => void;
  /** Its excerpt is not full yet. */
  wants: () => boolean;
  /** A line it printed. */
  collect: (line: string) => void;
  /** Nothing more of it is wanted. */
  finish: () => void;
  isRunning: () => boolean;
  /** Its excerpt is full, or it has run for long. */
  isDue: (now_ms: number) => boolean;
};

/** Longest output excerpt, in characters (reference 05 §2.2). */
const OUTPUT_LENGTH = 1024;
const INPUT_LENGTH = 4096;
/** Output of a command that is still running is closed off after this time. */
const LONGEST_MS = 30_000;

/** The beginning of a text, with a mark where it was cut. */
const shortened = (text: string, most: number): string =>
  (text.length <= most ? text : `${text.slice(0, most - 1)}…`).toWellFormed();

type Events = { entered: (command: ReadCommand) => void; finished: (command: ReadCommand) => void };

/** Tells of a command when it is entered, and again with its output. */
export const createRunningCommand = (events: Events): RunningCommand => {
  let running: { command: ReadCommand; lines: string[]; length: number } | null = null;

  const finish = () => {
    if (!running) return;
    const { command, lines } = running;
    running = null;
    events.finished({ ...command, output: shortened(lines.join('\n').trimEnd(), OUTPUT_LENGTH) });
  };

  /** One line more than fits, so that the cut shows. */
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
