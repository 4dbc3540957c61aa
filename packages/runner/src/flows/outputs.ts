import type { Log } from '@gatehouse/component/platform/log.ts';
import {
  MOST_TARGET_OUTPUT,
  MOST_TARGETS,
  type OutputTimes,
  type TargetOutput,
} from '@gatehouse/contract/wire/machineWork.ts';
import { createPrintedTimes } from './printedTimes.ts';

/** The output of commands, on its way to the server while they run. */
export type Outputs = {
  open: (id: string) => {
    print: (text: string) => void;
    /** How much of a transfer is done, in percent. */
    progress: (percent: number) => void;
    /** The whole output, as far as it is kept, and when it was printed; nothing more is sent. */
    close: () => { output: string; times: OutputTimes };
  };
  end: () => void;
};

/** How often output is sent: the more a target has printed, the less often, since the server rewrites all of it. */
const EVERY_MS = 500;
const MORE_MS = 1_000;
const MORE_CHARACTERS = 64 * 1024;
/** Most characters of one call. */
const MOST_CHARACTERS = 1024 * 1024;

type Printed = { text: string; sent: number; points: number; due: number; progress?: number; told?: number };

const pointsIn = (text: string): number => {
  let points = 0;
  for (const _ of text) points += 1;
  return points;
};

/**
 * Sends what commands print, as far as it is kept: one call at a time, so that a slow server is not overloaded. Any
 * further output of a machine is dropped, which limits the memory used for it.
 */
export const createOutputs = (deps: {
  send: (outputs: TargetOutput[]) => Promise<void>;
  log: Pick<Log, 'debug'>;
  everyMs?: number;
}): Outputs => {
  const { everyMs = EVERY_MS } = deps;
  const open = new Map<string, Printed>();

  const batch = (now: number): [string, Printed, string, number | undefined][] => {
    const chosen: [string, Printed, string, number | undefined][] = [];
    let characters = 0;
    for (const [id, printed] of open) {
      const text = printed.text.slice(printed.sent);
      if ((text === '' && printed.progress === printed.told) || printed.due > now) continue;
      characters += text.length;
      if (chosen.length > 0 && characters > MOST_CHARACTERS) break;
      chosen.push([id, printed, text, printed.progress]);
      if (chosen.length === MOST_TARGETS) break;
    }
    return chosen;
  };
  const flush = async (): Promise<void> => {
    const now = Date.now();
    const chosen = batch(now);
    if (chosen.length === 0) return;
    try {
      await deps.send(
        chosen.map(([id, { points }, text, progress]) => ({
          ...{ id, from: points, text },
          ...(progress !== undefined && { progress }),
        })),
      );
      for (const [, printed, text, progress] of chosen) {
        printed.told = progress;
        printed.sent += text.length;
        printed.points += pointsIn(text);
        printed.due = now + everyMs + MORE_MS * Math.floor(printed.sent / MORE_CHARACTERS);
      }
    } catch (err) {
      deps.log.debug({ err }, 'output was not taken and is sent again');
    }
  };
  let timer: NodeJS.Timeout | undefined;
  /** No timer runs until something was printed. */
  const flushSoon = (): void => {
    timer ??= setTimeout(async () => {
      await flush();
      timer = undefined;
      for (const { text, sent, progress, told } of open.values())
        if (text.length > sent || progress !== told) return flushSoon();
    }, everyMs);
  };

  return {
    open: (id) => {
      const printed: Printed = { text: '', sent: 0, points: 0, due: 0 };
      open.set(id, printed);
      const times = createPrintedTimes();
      let count = 0;
      return {
        print: (text) => {
          const room = MOST_TARGET_OUTPUT - printed.text.length;
          if (room <= 0) return;
          const piece = text.slice(0, room).toWellFormed();
          printed.text += piece;
          count += pointsIn(piece);
          times.note(count);
          flushSoon();
        },
        progress: (percent) => {
          if (printed.progress === percent) return;
          printed.progress = percent;
          flushSoon();
        },
        close: () => {
          open.delete(id);
          return { output: printed.text, times: times.all() };
        },
      };
    },
    end: () => clearTimeout(timer),
  };
};
