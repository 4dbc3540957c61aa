import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Limits, usualLimits } from './limits.ts';
import { confiningPrograms, environment, limited, RUN_FOLDER, runFolders, sandboxed } from './sandbox.ts';
import { exceeded } from './usage.ts';
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
  /** Ends it with everything that it has started. */
  end: () => void;
  /** Resolves when nothing of it is left. */
  ended: Promise<Ended>;
};

/** Where a run is the user of the runner, the processes of both are counted together. */
const ANY_PROCESSES = 4096;
/** How often it is looked at what a run uses, in ms. */
const WATCH_MS = 250;
/** How long what a run has printed is still read, in ms, once its processes are gone. */
const LAST_WORDS_MS = 500;

/** A user for a run, on machines where each has its own. */
export const newUser = ({ hasUsers }: Confinement): RunUser | undefined => {
  if (!hasUsers) return undefined;
  const id = RUN_USERS.first + randomInt(RUN_USERS.count);
  return { uid: id, gid: id };
};

type Pipes = [input: Writable, output: Readable, errors: Readable, users: Writable, status: Readable];

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

type Watched = { child: ChildProcess; limits: Limits; folders: readonly string[] };

const watch = ({ child, limits, folders }: Watched, tell: (limit: Ended['limit']) => void) => {
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const limit = await exceeded(child.pid ?? 0, limits, folders);
    if (limit) return tell(limit);
    if (child.exitCode === null && child.signalCode === null) timer = setTimeout(look, WATCH_MS);
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
  const [command, args] = open
    ? limited(program, user ? limits : { ...limits, processes: ANY_PROCESSES })
    : sandboxed(program, { limits, door });
  const child = spawn(command, args, {
    ...{ ...user, cwd: open ?? '/', detached: open !== undefined, stdio: Array(5).fill('pipe') },
    env: open ? { ...environment, HOME: open, TMPDIR: open } : {},
  });
  const [input, output, errors, users, status] = child.stdio as unknown as Pipes;
  for (const stream of [input, output, errors, users, status]) stream.on('error', () => undefined);
  const id = user?.uid ?? process.getuid?.() ?? 0;
  users.end(`run:x:${id}:${user?.gid ?? id}::${RUN_FOLDER}:/bin/sh\n`);
  const first = firstOf(status);
  const end = () => {
    if (!open) return void first.then((pid) => killRun(child, pid));
    killGroup(child);
    if (user) killUser(user.uid);
  };
  let limit: Ended['limit'];
  const unwatch = watch({ child, limits, folders: open ? [] : runFolders }, (found) => {
    limit = found;
    end();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, limit }));
    if (open) child.once('exit', () => void endOpen(child, user));
  }).finally(unwatch);
  ended.catch(() => undefined);
  return { input, output, errors, end, ended };
};

const works = async (confinement: Confinement): Promise<boolean> => {
  const run = startConfined(['/usr/bin/true'], { user: newUser(confinement) });
  run.output.resume();
  run.errors.resume();
  run.input.end();
  return run.ended.then(
    ({ code }) => code === 0,
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
