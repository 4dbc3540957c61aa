import { Worker } from 'node:worker_threads';
import type { JudgedFilter, JudgedLine, LineVerdict, ShellStep } from './judgeLines.ts';
import type { FromJudge, JudgeStart, ToJudge } from './messages.ts';

/** What the thread may take, in MB. */
const heapMb = 256;

/** Most states of shells that it keeps. What is defined beyond them is not followed. */
const mostStates = 5_000;

const entryOf = ({ id, action, command_groups }: JudgedFilter): JudgedFilter => ({
  id,
  action,
  command_groups,
});

/** Judges lines in a thread of its own, so that the server answers others meanwhile. One question at a time. */
export const startJudge = ({ draft, passesUnknown }: JudgeStart, signal: AbortSignal) => {
  const worker = new Worker(new URL('./judgeWorker.ts', import.meta.url), {
    workerData: { draft: entryOf(draft), passesUnknown } satisfies JudgeStart,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let asked: PromiseWithResolvers<FromJudge> | undefined;
  worker.on('message', (verdicts: FromJudge) => asked?.resolve(verdicts));
  worker.on('error', (error) => asked?.reject(error));
  let isOver = false;
  const ended = () => (signal.aborted ? signal.reason : new Error('the judge has ended'));
  worker.on('exit', () => {
    isOver = true;
    asked?.reject(ended());
  });
  const stop = () => worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  const numbers = new Map<string, number>();
  let untold: ToJudge['sets'] = [];
  const states = new Map<string, number>();
  let steps: ShellStep[] = [];
  return {
    /** The number of these filters, which come in the order in which they decide. */
    numberOf: (filters: readonly JudgedFilter[]): number => {
      const key = filters.map(({ id }) => id).join();
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const set = numbers.size;
      numbers.set(key, set);
      untold.push({ set, filters: filters.map(entryOf) });
      return set;
    },
    /** The number of the state in which a line leaves a shell of a state; a new shell has 0. */
    stateAfter: (before: number, line: string): number => {
      const key = `${before} ${line}`;
      const known = states.get(key);
      if (known !== undefined || states.size >= mostStates) return known ?? before;
      const state = states.size + 1;
      states.set(key, state);
      steps.push({ state, before, line });
      return state;
    },
    judge: async (lines: readonly JudgedLine[]): Promise<LineVerdict[]> => {
      if (isOver) throw ended();
      asked = Promise.withResolvers<FromJudge>();
      worker.postMessage({ sets: untold, states: steps, lines } satisfies ToJudge);
      untold = [];
      steps = [];
      return asked.promise;
    },
    stop: async (): Promise<void> => {
      signal.removeEventListener('abort', stop);
      await stop();
    },
  };
};

/** A thread that judges lines. */
export type Judge = ReturnType<typeof startJudge>;
