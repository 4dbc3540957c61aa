import { Worker } from 'node:worker_threads';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { backOff } from '@gatehouse/component/platform/retry.ts';
import type { FromScreens, ToScreens } from './messages.ts';

/** The thread that reads screens, kept alive. */
export type ScreenThread = {
  start: () => void;
  /** True from the first start on, even while it restarts. */
  hasStarted: () => boolean;
  isRunning: () => boolean;
  /** Sends a message; it is dropped while the thread is not running. */
  tell: (message: ToScreens) => void;
  stop: () => Promise<void>;
};

/** A thread that is silent for this long is stuck in some output. */
const STUCK_MS = 10_000;
const WATCH_MS = 1_000;
/** What the screens of all sessions may take, in MB; 4,000 of them in use take a quarter of it. */
const HEAP_MB = 384;
/**
 * Messages are gathered for this long: no user waits for the screens, and waking the thread for every
 * keystroke would cost more than parsing.
 */
const GATHER_MS = 8;

/** Sends messages in batches; output bytes are transferred, not copied. */
const createPost = (send: (batch: ToScreens[], moved: ArrayBuffer[]) => void) => {
  let outgoing: ToScreens[] = [];
  let scheduled = false;
  const flush = () => {
    const batch = outgoing;
    outgoing = [];
    const moved = batch.flatMap((message) => (message.op === 'output' ? [message.bytes.buffer] : []));
    send(batch, moved as ArrayBuffer[]);
  };
  return {
    add: (message: ToScreens) => {
      outgoing.push(message);
      // A user waits for this answer.
      if (message.op === 'held') return flush();
      if (scheduled) return;
      scheduled = true;
      setTimeout(() => {
        scheduled = false;
        if (outgoing.length > 0) flush();
      }, GATHER_MS);
    },
    clear: () => {
      outgoing = [];
    },
  };
};

/** A thread that starts on request and restarts whenever it crashes or hangs. */
export const createScreenThread = (deps: {
  script: URL;
  log: Log;
  /** Limit for the thread's memory, in MB. */
  heap_mb?: number;
  hear: (message: FromScreens) => void;
  /** The thread has started, without any state. */
  onStart: () => void;
  /** The thread has ended unexpectedly and lost its state. */
  onLost: () => void;
}): ScreenThread => {
  let worker: Worker | null = null;
  let heardAt = Date.now();
  let deaths = 0;
  let started = false;
  let stopped = false;
  let restart: NodeJS.Timeout | undefined;
  const post = createPost((batch, moved) => worker?.postMessage(batch, moved));

  const start = () => {
    started = true;
    const next = new Worker(deps.script, {
      resourceLimits: { maxOldGenerationSizeMb: deps.heap_mb ?? HEAP_MB },
    });
    worker = next;
    heardAt = Date.now();
    next.on('message', (batch: FromScreens[]) => {
      heardAt = Date.now();
      for (const message of batch) deps.hear(message);
    });
    next.on('error', (err) => deps.log.error({ err }, 'the screen thread failed'));
    next.on('exit', () => {
      if (worker === next) lost();
    });
    deps.onStart();
  };
  const lost = () => {
    worker = null;
    post.clear();
    if (stopped) return;
    deps.onLost();
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

  return {
    start,
    hasStarted: () => started,
    isRunning: () => worker !== null,
    tell: (message) => {
      if (worker) post.add(message);
    },
    stop: async () => {
      stopped = true;
      clearInterval(watch);
      clearTimeout(restart);
      await worker?.terminate();
    },
  };
};
