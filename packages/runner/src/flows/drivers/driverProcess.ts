import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TargetFailure } from '../../engine/targetFailure.ts';
import type { Outcome, WayDeps, Work } from '../../engine/way.ts';
import type { Database } from '../methods.ts';
import type { FromDriver, ToDriver } from './messages.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));
const root = fileURLToPath(new URL('../../../../../', import.meta.url));
/** It may read code, and nothing of the installation; it can write no file and start no program. */
const code = ['packages', 'node_modules', 'scripts'];
const permissions = ['--permission', ...code.map((folder) => `--allow-fs-read=${root}${folder}/*`)];
const MEMORY_MEGABYTES = 128;

/** A process that holds a database driver and works on one target at a time. */
export type DriverProcess = {
  /** A process whose signal is aborted is ended. It must not be used again unless it is alive. */
  carryOut: (database: Database, work: Work, deps: WayDeps) => Promise<Outcome>;
  isAlive: () => boolean;
  /** From now on it does not keep the runner running. */
  rest: () => void;
  end: () => void;
};

/** How long a statement that is stopped gets to end in its database. */
const STOP_MS = 2_000;

const start = (): ChildProcess =>
  fork(script, {
    execArgv: [`--max-old-space-size=${MEMORY_MEGABYTES}`, ...permissions],
    // It gets no environment variables: drivers would read passwords and options from them.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

const send = (child: ChildProcess, message: ToDriver): void => void child.send(message, () => undefined);

/** The outcome of the work that a process was given; the process ends without one when a machine breaks its driver. */
const outcomeOf = (child: ChildProcess, deps: WayDeps): Promise<Outcome> => {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const hear = (told: FromDriver) => {
    if ('outcome' in told) return resolve(told.outcome);
    if ('printed' in told) return deps.print?.(told.printed);
    if ('warning' in told) return deps.warn({}, told.warning);
    if ('hostKey' in told)
      return void deps.reportHostKey(told.hostKey).then(
        (verdict) => send(child, { verdict }),
        () => send(child, { verdict: null }),
      );
    const { status, key, params, output, holds } = told.failure;
    reject(new TargetFailure(status, key, params, { output, holds }));
  };
  const dead = () => reject(new TargetFailure('failed', 'machine_driver_ended'));
  child.on('message', hear).once('exit', dead).once('error', dead);
  return promise.finally(() => child.off('message', hear).off('exit', dead).off('error', dead));
};

/** Starts a process of its own, so that a hostile database can only end this process. */
export const startDriver = (): DriverProcess => {
  const child = start();
  const end = () => void child.kill('SIGKILL');
  child.on('error', end);
  return {
    carryOut: async (database, work, deps) => {
      child.ref();
      child.channel?.ref();
      let patience: NodeJS.Timeout | undefined;
      const stop = () => {
        if (work.kind !== 'run_command') return end();
        send(child, { stop: true });
        patience = setTimeout(end, STOP_MS);
      };
      deps.signal.addEventListener('abort', stop);
      try {
        const outcome = outcomeOf(child, deps);
        send(child, { database, work });
        return await outcome;
      } finally {
        deps.signal.removeEventListener('abort', stop);
        clearTimeout(patience);
        if (deps.signal.aborted) end();
      }
    },
    isAlive: () => child.connected && child.exitCode === null && !child.killed,
    rest: () => {
      child.unref();
      child.channel?.unref();
    },
    end,
  };
};
