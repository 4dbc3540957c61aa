import { ChildProcess } from 'node:child_process';
import { guardNames } from './guardNames.ts';
import { guardTcp, guardUdp, replace } from './guardSockets.ts';

const entry = new URL('./loopbackOnly.ts', import.meta.url).href;
const marker = Symbol.for('gatehouse.loopbackOnly');

/** Node's options of a program with those of the guard; another checkout has its own. */
const withGuard = (options = ''): string =>
  options.includes('/scripts/loopback/loopbackOnly.ts') ? options : `${options} --import=${entry}`.trim();

/** Adds the guard to the environment of a child process, also if it gets none of ours. */
const guardChildren = (): void =>
  replace(
    ChildProcess.prototype,
    'spawn',
    (original) =>
      function (this: ChildProcess, options: { envPairs?: string[] }) {
        const pairs = options.envPairs ?? [];
        const given = pairs.find((pair) => pair.startsWith('NODE_OPTIONS='));
        const others = pairs.filter((pair) => pair !== given);
        const guarded = withGuard(given?.slice('NODE_OPTIONS='.length));
        return Reflect.apply(original, this, [
          { ...options, envPairs: [...others, `NODE_OPTIONS=${guarded}`] },
        ]);
      },
  );

/**
 * Keeps this process and every Node.js process that it starts on loopback: what would leave it fails at once
 * with an error that names the address.
 */
export const keepOnLoopback = (): void => {
  const state = globalThis as { [marker]?: true };
  if (state[marker]) return;
  state[marker] = true;
  // For children started synchronously, and for worker threads.
  process.env.NODE_OPTIONS = withGuard(process.env.NODE_OPTIONS);
  guardTcp();
  guardUdp();
  guardNames();
  guardChildren();
};
