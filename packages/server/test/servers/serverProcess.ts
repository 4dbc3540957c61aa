import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A program of the server in a process of its own, killed when the test ends. */
export const runProgram = (name: string, env: NodeJS.ProcessEnv, args: readonly string[] = []) => {
  const entry = fileURLToPath(new URL(`../../src/app/${name}`, import.meta.url));
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const closed = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid,
    /** Everything printed so far. */
    output: () => output,
    ended: () => closed,
    kill: () => {
      child.kill('SIGKILL');
      return closed;
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
};
