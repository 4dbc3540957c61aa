import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { callFilter } from './filter.ts';
import { type Limits, usualLimits } from './limits.ts';
import { confiningPrograms, environment, limited, RUN_FOLDER, runFolders, sandboxed } from './sandbox.ts';
import { exceeded, measure, type Use } from './usage.ts';
import { endUser, killUser, RUN_USERS } from './userProcesses.ts';

/**
 * How foreign programs are confined on this machine (decision 0453). `hasUsers`: each run is a user that no other run,
 * and nothing else of this machine, has. `isOpen`: they are not, because this machine cannot and the administrator
 * allows it; then only the limits of a process hold.
 */
export type Confinement = { hasUsers: boolean; isOpen?: boolean };

/** A user without a name, for one run. */
export type RunUser = { uid: number; gid: number };

/** Why a run has ended; `limit`: it used more than it may. */
export type Ended = { code: number | null; limit: 'memory' | 'entries' | undefined };

/** A program that runs confined. */
export type ConfinedRun = {
  input: Writable;
  output: Readable;
  errors: Readable;
  /** What it uses now. */
  use: () => Promise<Use>;
  /** Ends it with everything that it has started. */
  end: () => void;
  /** Resolves when nothing of it is left. */
  ended: Promise<Ended>;
};

/** How often it is looked at what a run uses, in ms. */
const WATCH_MS = 250;
/** How long a trial is measured, in ms. */
const TRIAL_MS = 1_000;
/** How long what a run has printed is still read, in ms, once its processes are gone. */
const LAST_WORDS_MS = 500;

/** A user for a run, on machines where each has its own. */
export const newUser = ({ hasUsers }: Confinement): RunUser | undefined => {
  if (!hasUsers) return undefined;
  const id = RUN_USERS.first + randomInt(RUN_USERS.count);
  return { uid: id, gid: id };
};

type Pipes = [Writable, Readable, Readable, users: Writable, status: Readable, filter: Writable];

/** The first process of a run, with which all others end; undefined if there was none. */
const firstOf = (status: Readable): Promise<number | undefined> =>
  new Promise((resolve) => {
    let text = '';
    // Read to its end: bubblewrap says there, too, how the run has ended.
    status.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
      const pid = /"child-pid": *(\d+)/.exec(text)?.[1];
      if (pid) resolve(Number(pid));
    });
    status.once('close', () => resolve(undefined));
  });

/** Bubblewrap alone is not enough: what it has just started does not end with it yet. */
const killRun = (child: ChildProcess, first: number | undefined): void => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (first) process.kill(first, 'SIGKILL');
  } catch {
    // It has ended.
  }
  child.kill('SIGKILL');
};

const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};

/** Without a sandbox nothing ends with the program: what it left behind is looked for, and what still holds its output is not waited for. */
const endOpen = async (child: ChildProcess, user: RunUser | undefined): Promise<void> => {
  killGroup(child);
  if (user) await endUser(user.uid);
  await pause(LAST_WORDS_MS, undefined, { ref: false });
  for (const stream of child.stdio) stream?.destroy();
};

type Watched = { child: ChildProcess; limits: Limits; use: () => Promise<Use> };

const watch = ({ child, limits, use }: Watched, tell: (limit: Ended['limit']) => void) => {
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const limit = exceeded(await use(), limits);
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (limit) tell(limit);
    else timer = setTimeout(look, WATCH_MS);
  };
  timer = setTimeout(look, WATCH_MS);
  return () => clearTimeout(timer);
};

type Wish = {
  user?: RunUser | undefined;
  /** The folder with the socket to the runner. */
  door?: string;
  limits?: Limits;
  /** The folder in which the program runs without a sandbox. */
  open?: string | undefined;
};

/**
 * Starts a program that reaches nothing but itself, the folder of its sockets, and what it is told on its input; in an
 * open folder, whatever its user reaches.
 */
export const startConfined = (
  program: readonly string[],
  { user, door, limits = usualLimits, open }: Wish,
): ConfinedRun => {
  const [command, args] = open ? limited(program, limits) : sandboxed(program, { limits, door });
  const child = spawn(command, args, {
    ...{ ...user, cwd: open ?? '/', detached: open !== undefined, stdio: Array(6).fill('pipe') },
    env: open ? { ...environment, HOME: open, TMPDIR: open } : {},
  });
  const [input, output, errors, users, status, filter] = child.stdio as unknown as Pipes;
  for (const stream of [input, output, errors, users, status, filter]) stream.on('error', () => undefined);
  const id = user?.uid ?? process.getuid?.() ?? 0;
  users.end(`run:x:${id}:${user?.gid ?? id}::${RUN_FOLDER}:/bin/sh\n`);
  filter.end(callFilter());
  const first = firstOf(status);
  const use = async () => {
    if (open && user) return measure({ uid: user.uid }, []);
    return measure({ first: (await first) ?? 0 }, runFolders);
  };
  const end = () => {
    if (!open) return void first.then((pid) => killRun(child, pid));
    killGroup(child);
    if (user) killUser(user.uid);
  };
  let limit: Ended['limit'];
  const unwatch = watch({ child, limits, use }, (found) => {
    limit = found;
    end();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, limit }));
    if (open) child.once('exit', () => void endOpen(child, user));
  }).finally(unwatch);
  ended.catch(() => undefined);
  return { input, output, errors, use, end, ended };
};

/** Whether a program runs confined, and what it uses can be measured. */
const works = async (confinement: Confinement): Promise<boolean> => {
  const run = startConfined(['/usr/bin/cat'], { user: newUser(confinement) });
  run.errors.resume();
  run.input.write('begun');
  const measured = new Promise<boolean>((resolve) => {
    run.output.once('data', async () => {
      const until = performance.now() + TRIAL_MS;
      let found = await run.use();
      while (found.memory === 0 && performance.now() < until) found = await run.use();
      run.input.end();
      resolve(
        found.memory > 0 && found.memory + found.entries < Number.POSITIVE_INFINITY && found.entries > 0,
      );
    });
    run.output.once('close', () => resolve(false));
  });
  return run.ended.then(
    async ({ code }) => (await measured) && code === 0,
    () => false,
  );
};

/** How this machine can confine programs; else whether it lacks what that needs, or has it and the trial failed. */
export const findConfinement = async (
  programs = confiningPrograms,
): Promise<Confinement | 'missing' | 'failing'> => {
  try {
    for (const path of programs) await access(path, constants.X_OK);
  } catch {
    return 'missing';
  }
  const confinement = { hasUsers: process.getuid?.() === 0 };
  return (await works(confinement)) ? confinement : 'failing';
};
