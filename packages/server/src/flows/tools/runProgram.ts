import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Maximum length of a line; the rest of a longer one is dropped. */
const longestLine = 1024;

/** How a program ended: its code, or that it is not installed or could not be started. */
export type Ended = { code: number | null } | { missing: true };

type Options = {
  args: readonly string[];
  /** What the program reads; nothing without it. */
  input?: string;
  signal: AbortSignal;
  /** Receives each line without its end; waited for before more is read, so that a slow reader slows the program. */
  onLine: (line: string) => Promise<void> | void;
};

/** Reads lines; keeps no more than one line of limited length. */
export const eachLine = async (stream: Readable, onLine: Options['onLine']): Promise<void> => {
  let line = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream as AsyncIterable<string>) {
    const pieces = chunk.split(/\r?\n/);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) {
        await onLine(line);
        line = '';
      }
      line += piece.slice(0, longestLine - line.length);
    }
  }
  if (line) await onLine(line);
};

/**
 * Runs a program without a shell, in a process group of its own and with an empty environment; aborting ends the
 * whole group.
 */
export const runProgram = async (program: string, options: Options): Promise<Ended> => {
  const { args, input = '', signal, onLine } = options;
  signal.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    cwd: '/',
  });
  // A program may end without reading.
  child.stdin.on('error', () => undefined).end(input);
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  signal.addEventListener('abort', end);
  try {
    const ended = new Promise<Ended>((resolve) => {
      child.once('error', () => resolve({ missing: true }));
      child.once('close', (code) => resolve({ code }));
    });
    await Promise.all([child.stdout, child.stderr].map((stream) => eachLine(stream, onLine)));
    return await ended;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
};
