import { randomUUID } from 'node:crypto';

/** When something was typed: wall clock, and position in the recording. */
export type Moment = { at_ms: number; offset_ms: number };

/** A command line as the person saw it when pressing Enter, and the beginning of what it printed. */
export type ReadCommand = { id: string; input: string; output: string; at_ms: number; offset_ms: number };

/** The command whose output is being gathered. */
export type RunningCommand = {
  begin: (input: string, moment: Moment) => void;
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

type Events = { entered: (command: ReadCommand) => void; finished: (command: ReadCommand) => void };

/** Tells of a command when it is entered, and again with its output. */
export const createRunningCommand = (events: Events): RunningCommand => {
  let running: { command: ReadCommand; lines: string[]; length: number } | null = null;

  const finish = () => {
    if (!running) return;
    const { command, lines } = running;
    running = null;
    const output = lines.join('\n').trimEnd().slice(0, OUTPUT_LENGTH).toWellFormed();
    events.finished({ ...command, output });
  };

  return {
    begin: (input, moment) => {
      finish();
      const { at_ms, offset_ms } = moment;
      const text = input.slice(0, INPUT_LENGTH).toWellFormed();
      const command = { id: randomUUID(), input: text, output: '', at_ms, offset_ms };
      running = { command, lines: [], length: 0 };
      events.entered(command);
    },
    collect: (line) => {
      if (!running || running.length >= OUTPUT_LENGTH) return;
      running.lines.push(line);
      running.length += line.length + 1;
    },
    finish,
    isRunning: () => running !== null,
    isDue: (now_ms) =>
      running !== null && (running.length >= OUTPUT_LENGTH || now_ms - running.command.at_ms > LONGEST_MS),
  };
};
