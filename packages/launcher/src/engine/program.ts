import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eachLine } from '../platform/lines.ts';
import type { LogFile } from '../platform/logFile.ts';
import { Refusal } from '../platform/refusal.ts';
import { nextDelay } from './backOff.ts';

const leash = fileURLToPath(new URL('./leash.ts', import.meta.url));
// A small young generation: memory needed only for the start is freed when a program idles. A single thread
// collects it: when no processor is free, waiting for helper threads takes longer (decision 0007).
const nodeFlags = ['--max-semi-space-size=4', '--no-parallel-scavenge', '--heap-growing-percent=34'];
/** Arguments of Node for every program; code compiled with others is not reused. */
export const programArguments = [...nodeFlags, '--import', leash];
/**
 * Large blocks, such as those that passwords are hashed in, go back to the system when they are freed. By
 * default the C library keeps them, and apart for each thread: hundreds of megabytes after a day (0252).
 */
const thriftyMalloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
const drainMs = 15_000;
const pollMs = 40;

/**
 * A program that has never answered is given up after this many attempts: waiting longer would hide the
 * error.
 */
const firstAttempts = 5;

/** Exit code of a program that should not be restarted. */
export const refusalExitCode = 78;

export interface ProgramOptions {
  name: string;
  entry: string;
  env: NodeJS.ProcessEnv;
  log: LogFile;
  /** A line the program prints for the user. */
  show: (line: string) => void;
  say: (text: string) => void;
  isReady: () => Promise<boolean>;
}

/** A program kept running until it is stopped. */
export interface Program {
  /**
   * Resolves when it first answers; rejects with its own message when it refuses to start or never answers.
   */
  ready: Promise<void>;
  /** Rejects when it refuses to start, also later at a restart, or never answers. */
  refused: Promise<never>;
  stop: () => Promise<void>;
  /** Ends the program without letting it drain. */
  kill: () => void;
}

/** The environment of a program; what the administrator sets for the C library holds. */
export const environmentOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...thriftyMalloc, ...env });

/** Starts a program, and restarts it whenever it exits unexpectedly. */
export const keepRunning = (options: ProgramOptions): Program => {
  let isStopping = false;
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  const ready = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<never>();
  refused.promise.catch(() => undefined);
  ready.promise.catch(() => undefined);

  const live = async () => {
    let delayMs = 0;
    let wasReady = false;
    for (let attempt = 1; !isStopping; attempt += 1) {
      const run = startOnce(options);
      child = run.child;
      void run.ready.then((isReady) => {
        wasReady ||= isReady;
        if (isReady) ready.resolve();
      });
      const { code, reason, steadyForMs } = await run.ended;
      if (isStopping) return;
      if (code === refusalExitCode || (!wasReady && attempt >= firstAttempts)) {
        for (const promise of [ready, refused]) promise.reject(new Refusal(reason));
        return;
      }
      delayMs = nextDelay(delayMs, steadyForMs);
      options.say(`ended (${reason}); starting again`);
      await sleep(delayMs);
    }
  };
  ended = live();
  const kill = () => killGroup(child);
  const stop = async () => {
    isStopping = true;
    child?.kill('SIGTERM');
    const hurry = setTimeout(kill, drainMs);
    await ended;
    clearTimeout(hurry);
    kill();
  };
  return { ready: ready.promise, refused: refused.promise, stop, kill };
};

const startOnce = ({ name, entry, env, log, show, isReady }: ProgramOptions) => {
  const child = spawn(process.execPath, [...programArguments, entry], {
    env: environmentOf(env),
    // Its own process group: Ctrl+C reaches only us, and we decide the order of shutdown.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let readyAt = 0;
  let isOver = false;
  const words: string[] = [];
  eachLine(child.stdout!, (line) => {
    if (line.startsWith('{')) log.write(`${line}\n`);
    else if (line.trim()) show(line);
  });
  eachLine(child.stderr!, (line) => {
    log.write(`${line}\n`);
    words.push(line);
    if (words.length > 60) words.shift();
  });
  const ended = new Promise<{ code: number | null; reason: string; steadyForMs: number }>((resolve) => {
    const end = (code: number | null, signal: string | null, failure?: string) => {
      isOver = true;
      killGroup(child);
      const lastWords = tellingLine(words);
      const how = failure ?? (signal ? `by ${signal}` : `exit code ${code}`);
      resolve({
        code,
        reason:
          code === refusalExitCode
            ? lastWords || `${name} refuses to start`
            : [how, lastWords].filter(Boolean).join(': '),
        steadyForMs: readyAt ? Date.now() - readyAt : 0,
      });
    };
    child.once('error', (error) => end(null, null, error.message));
    child.once('exit', (code, signal) => void sleep(20).then(() => end(code, signal)));
  });
  const ready = (async () => {
    while (!isOver && !(await isReady())) await sleep(pollMs);
    if (!isOver) readyAt = Date.now();
    return !isOver;
  })();
  return { child, ended, ready };
};

/** The line that explains the exit: the last one with an error, or else the last one printed. */
export const tellingLine = (lines: readonly string[]): string => {
  const spoken = lines.filter((line) => line.trim() && !/^\s+at |^Node\.js v/.test(line));
  const unindented = spoken.filter((line) => !/^[\s})\]]/.test(line));
  const line =
    unindented.findLast((line) => /\b\w*(Error|error)\b.*:/.test(line)) ?? unindented.at(-1) ?? spoken.at(-1);
  return line?.trim() ?? '';
};

const killGroup = (child: ChildProcess | undefined) => {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // no process of the group is left
  }
};
