import type { Log } from '@gatehouse/component/platform/log.ts';
import type { Size } from '../terminal/size.ts';
import type { HeldLine } from './heldLine.ts';
import type { ReadCommand } from './runningCommand.ts';
import type { Painting, Screen } from './screen.ts';
import { createScreenThread } from './screenThread.ts';

/**
 * Keeps the screens of all sessions in one separate thread. Parsing output never delays keystrokes, and
 * output that hangs or crashes the parser costs screens, never a session.
 */
export type ScreenHost = {
  create: (options: {
    id: string;
    size: Size;
    entered: (command: ReadCommand) => void;
    finished: (command: ReadCommand) => void;
    /** Output is no longer waiting: it was parsed or put aside for later, or the thread was lost. */
    onDrain: () => void;
    /** The thread was lost: commands that it was reading are not reported. */
    onLost: () => void;
  }) => Screen;
  stop: () => Promise<void>;
};

type Options = Parameters<ScreenHost['create']>[0];
type Entry = Options & { backlog: number; offset: number };

/** The program of the thread. */
export const screenScript = new URL('./screenWorker.ts', import.meta.url);

/** Requests to the thread that are not answered yet. */
const createQuestions = <T>(blank: (id: string) => T) => {
  const waiting = new Map<number, { id: string; resolve: (answer: T) => void }>();
  let last = 0;
  const answer = (request: number, given: T | null) => {
    const pending = waiting.get(request);
    waiting.delete(request);
    pending?.resolve(given ?? blank(pending.id));
  };
  return {
    ask: (id: string, send: (request: number) => void): Promise<T> => {
      last += 1;
      const request = last;
      send(request);
      return new Promise((resolve) => waiting.set(request, { id, resolve }));
    },
    answer,
    /** The thread is gone and will not answer. */
    giveUp: () => {
      for (const request of [...waiting.keys()]) answer(request, null);
    },
  };
};

const placeOf = ({ id, size, offset }: Entry) => ({ id, size, offset });

/** The thread starts with the first session, and again after a crash, with empty screens. */
export const createScreenHost = (deps: { script: URL; log: Log; heap_mb?: number }): ScreenHost => {
  const entries = new Map<string, Entry>();

  const blank = (id: string): Painting => {
    const entry = entries.get(id);
    return { text: '', offset: entry?.offset ?? 0, size: entry?.size ?? { cols: 80, rows: 24 } };
  };
  const questions = createQuestions<Painting>(blank);
  const lines = createQuestions<HeldLine | null>(() => null);
  const thread = createScreenThread({
    ...deps,
    hear: (message) => {
      if (message.op === 'held') return lines.answer(message.request, message.line);
      if ('request' in message)
        return questions.answer(message.request, message.op === 'painted' ? message.painting : null);
      const entry = entries.get(message.id);
      if (!entry) return;
      if (message.op === 'eaten') {
        entry.backlog -= message.bytes;
        entry.onDrain();
      } else entry[message.op](message.command);
    },
    onStart: () => {
      for (const entry of entries.values()) thread.tell({ op: 'create', ...placeOf(entry) });
    },
    // Everything that waited for the thread continues without it.
    onLost: () => {
      questions.giveUp();
      lines.giveUp();
      for (const entry of entries.values()) {
        entry.backlog = 0;
        entry.onDrain();
        entry.onLost();
      }
    },
  });
  const askLine = async (id: string): Promise<HeldLine | null> =>
    thread.isRunning() ? lines.ask(id, (request) => thread.tell({ op: 'held', id, request })) : null;
  const ask = (id: string, op: 'paint' | 'settle'): Promise<Painting> =>
    thread.isRunning()
      ? questions.ask(id, (request) => thread.tell({ op, id, request }))
      : Promise.resolve(blank(id));
  const screenOf = (entry: Entry): Screen => {
    const { id } = entry;
    return {
      output: (bytes) => {
        entry.offset += bytes.length;
        if (!thread.isRunning()) return;
        entry.backlog += bytes.length;
        thread.tell({ op: 'output', id, bytes: new Uint8Array(bytes) });
      },
      input: (text, moment) => thread.tell({ op: 'input', id, text, moment }),
      resize: (size) => {
        entry.size = size;
        thread.tell({ op: 'resize', id, size });
      },
      paint: () => ask(id, 'paint'),
      held: () => askLine(id),
      settled: () => ask(id, 'settle').then(() => undefined),
      backlog: () => entry.backlog,
      dispose: async () => {
        thread.tell({ op: 'dispose', id });
        await ask(id, 'settle');
        entries.delete(id);
      },
    };
  };

  return {
    create: (options) => {
      const entry: Entry = { ...options, backlog: 0, offset: 0 };
      entries.set(entry.id, entry);
      if (thread.hasStarted()) thread.tell({ op: 'create', id: entry.id, size: entry.size, offset: 0 });
      else thread.start();
      return screenOf(entry);
    },
    stop: thread.stop,
  };
};
