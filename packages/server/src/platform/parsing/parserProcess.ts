import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PrivateKey } from '../crypto/sshKey.ts';
import type { Refused } from './limits.ts';
import type { ArchivedFile, CleanImage, Manner, Task, Told, XmlElement } from './messages.ts';

const script = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
const root = fileURLToPath(new URL('../../../../../', import.meta.url));
/** It may read code, and nothing of the installation; it can write no file and start no program. */
const code = ['packages', 'node_modules', 'scripts'];
const permissions = ['--permission', ...code.map((folder) => `--allow-fs-read=${root}${folder}/*`)];

/** A file and how to parse it. */
export type ForeignFile = Manner & { file: Buffer };
/** What became of a file. */
export type Found =
  | { rows: string[][] }
  | { key: PrivateKey | undefined }
  | { image: CleanImage }
  | { files: ArchivedFile[] }
  | { xml: XmlElement }
  | Refused
  | { error: string };

/** A process that parses one file at a time. */
export type ParserProcess = {
  /**
   * Parses a file; a process that takes longer than its patience, or whose caller has gone, is ended. It must
   * not be used again unless it is alive.
   */
  parse: (foreign: ForeignFile, patienceMs: number, signal: AbortSignal) => Promise<Found>;
  isAlive: () => boolean;
  /** From now on it does not keep the server running. */
  rest: () => void;
  end: () => void;
};

const start = (memoryMegabytes: number): ChildProcess =>
  fork(script, {
    execArgv: [`--max-old-space-size=${memoryMegabytes}`, ...permissions],
    // It gets no environment variables: the master key may be among them.
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });

/** Collects the answer; the process ends without one when it runs out of memory or time. */
const answerOf = (child: ChildProcess) => {
  const rows: string[][] = [];
  const { promise, resolve } = Promise.withResolvers<Found>();
  const hear = (told: Told) => {
    if ('rows' in told) rows.push(...told.rows);
    else resolve('ended' in told ? { rows } : told);
  };
  const dead = () => resolve({ refused: 'work', max: 0 });
  child.on('message', hear).once('exit', dead).once('error', dead);
  return promise.finally(() => child.off('message', hear).off('exit', dead).off('error', dead));
};

/** Starts a process with a heap of its own, so that a hostile file can only end this process. */
export const startParser = (memoryMegabytes: number): ParserProcess => {
  const child = start(memoryMegabytes);
  const end = () => void child.kill('SIGKILL');
  child.on('error', end);
  // A file that is still being sent when the process ends.
  child.stdin?.on('error', () => undefined);
  return {
    parse: async ({ file, ...manner }, patienceMs, signal) => {
      child.ref();
      child.channel?.ref();
      const impatience = setTimeout(end, patienceMs);
      signal.addEventListener('abort', end);
      const answer = answerOf(child);
      const task: Task = { ...manner, bytes: file.length };
      child.send(task, () => undefined);
      child.stdin?.write(file);
      const found = await answer;
      clearTimeout(impatience);
      signal.removeEventListener('abort', end);
      return found;
    },
    isAlive: () => child.connected && child.exitCode === null && !child.killed,
    rest: () => {
      child.unref();
      child.channel?.unref();
    },
    end,
  };
};
