import { Worker } from 'node:worker_threads';
import type { Log } from '../../platform/log.ts';
import { backOff } from '../../platform/retry.ts';
import type { Size } from '../ssh/shell.ts';
import type { FromScreens, ToScreens } from './messages.ts';
import type { ReadCommand } from './runningCommand.ts';
import type { Painting, Screen } from './screen.ts';

/**
 * Keeps the screens of all sessions in a thread of its own. Parsing what targets print costs no keystroke its time
 * there, and output that stops or breaks the parser costs screens, never a session.
 */
export type ScreenHost = {
  create: (options: {
    id: string;
    size: Size;
    entered: (command: ReadCommand) => void;
    finished: (command: ReadCommand) => void;
    /** Waiting output was parsed. */
    onDrain: () => void;
  }) => Screen;
  stop: () => Promise<void>;
};

type Options = Parameters<ScreenHost['create']>[0];
type Entry = Options & { backlog: number; offset: number };
type Waiting = { id: string; paint: (painting: Painting) => void };

/** A thread that says nothing for so long is stuck in something a target printed. */
const STUCK_MS = 10_000;
const WATCH_MS = 1_000;
/** Nobody waits for a screen; waking the thread for every keystroke would cost more than the parsing. */
const GATHER_MS = 8;

/** The program of the thread. */
export const screenScript = new URL('./screenWorker.ts', import.meta.url);

/** The thread starts with the first session, and again when it dies, with empty screens. */
export const createScreenHost = (deps: { script: URL; log: Log }): ScreenHost => {
  const entries = new Map<string, Entry>();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let outgoing: ToScreens[] = [];
  let scheduled = false;
  let lastRequest = 0;
  let heardAt = Date.now();
  let deaths = 0;
  let started = false;
  let stopped = false;
  let restart: NodeJS.Timeout | undefined;

  const flush = () => {
    scheduled = false;
    const batch = outgoing;
    outgoing = [];
    const moved = batch.flatMap((message) => (message.op === 'output' ? [message.bytes.buffer] : []));
    worker?.postMessage(batch, moved as ArrayBuffer[]);
  };
  const tell = (message: ToScreens) => {
    if (!worker) return;
    outgoing.push(message);
    if (scheduled) return;
    scheduled = true;
    setTimeout(flush, GATHER_MS);
  };
  const blank = (id: string): Painting => {
    const entry = entries.get(id);
    return { text: '', offset: entry?.offset ?? 0, size: entry?.size ?? { cols: 80, rows: 24 } };
  };
  const hear = (message: FromScreens) => {
    if (message.op === 'painted' || message.op === 'settled') {
      const asked = waiting.get(message.request);
      waiting.delete(message.request);
      asked?.paint(message.op === 'painted' ? message.painting : blank(asked.id));
    } else {
      const entry = entries.get(message.id);
      if (!entry) return;
      if (message.op === 'eaten') {
        entry.backlog -= message.bytes;
        entry.onDrain();
      } else entry[message.op](message.command);
    }
  };
  const start = () => {
    started = true;
    const next = new Worker(deps.script);
    worker = next;
    heardAt = Date.now();
    next.on('message', (batch: FromScreens[]) => {
      heardAt = Date.now();
      for (const message of batch) hear(message);
    });
    next.on('error', (err) => deps.log.error({ err }, 'the screen thread failed'));
    next.on('exit', () => {
      if (worker === next) lost();
    });
    for (const { id, size, offset } of entries.values()) tell({ op: 'create', id, size, offset });
  };
  /** Everything that waited for the thread goes on without it. */
  const lost = () => {
    worker = null;
    outgoing = [];
    if (stopped) return;
    for (const { id, paint } of waiting.values()) paint(blank(id));
    waiting.clear();
    for (const entry of entries.values()) {
      entry.backlog = 0;
      entry.onDrain();
    }
    restart = setTimeout(start, backOff(deaths, { first_ms: 100, max_ms: 30_000 }));
    deaths += 1;
  };
  const watch = setInterval(() => {
    const silence = Date.now() - heardAt;
    if (worker && silence > STUCK_MS) {
      deps.log.error({ silence }, 'the screen thread is stuck');
      void worker.terminate();
    } else if (worker && silence < WATCH_MS) deaths = Math.max(0, deaths - 0.05);
  }, WATCH_MS);
  watch.unref();
  const ask = (id: string, op: 'paint' | 'settle'): Promise<Painting> => {
    if (!worker) return Promise.resolve(blank(id));
    lastRequest += 1;
    const request = lastRequest;
    tell({ op, id, request });
    return new Promise((paint) => waiting.set(request, { id, paint }));
  };

  return {
    create: (options) => {
      const { id } = options;
      const entry: Entry = { ...options, backlog: 0, offset: 0 };
      entries.set(id, entry);
      if (started) tell({ op: 'create', id, size: options.size, offset: 0 });
      else start();
      return {
        output: (bytes) => {
          entry.offset += bytes.length;
          if (!worker) return;
          entry.backlog += bytes.length;
          tell({ op: 'output', id, bytes: new Uint8Array(bytes) });
        },
        input: (text, moment) => tell({ op: 'input', id, text, moment }),
        resize: (size) => {
          entry.size = size;
          tell({ op: 'resize', id, size });
        },
        paint: () => ask(id, 'paint'),
        settled: () => ask(id, 'settle').then(() => undefined),
        backlog: () => entry.backlog,
        dispose: async () => {
          tell({ op: 'dispose', id });
          await ask(id, 'settle');
          entries.delete(id);
        },
      };
    },
    stop: async () => {
      stopped = true;
      clearInterval(watch);
      clearTimeout(restart);
      await worker?.terminate();
    },
  };
};
