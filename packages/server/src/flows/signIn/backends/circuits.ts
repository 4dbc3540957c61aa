import type { Unavailable } from './backend.ts';

/** For how long a backend that could not answer is not asked again, in milliseconds. */
const restMs = 60_000;

type Circuit = { until: number; cause: string; usualMs: number };

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message}`.slice(0, 300);
};

/** The answer, or after the backend's patience that there was none; the work is told to stop. */
export const within = async <T>(ms: number | undefined, work: (signal: AbortSignal) => Promise<T>) => {
  if (ms === undefined) return work(new AbortController().signal);
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Unavailable>((resolve) => {
    timer = setTimeout(() => resolve({ unavailable: `no answer within ${ms} ms` }), ms);
  });
  try {
    return await Promise.race([work(stop.signal), late]);
  } catch (error) {
    return { unavailable: causeOf(error) };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
};

/**
 * Asks other systems for a limited time each. One that could not answer is left alone for a minute: those who sign in
 * meanwhile do not wait for it.
 */
export const createCircuits = (now: () => number = Date.now) => {
  const known = new Map<string, Circuit>();
  return {
    /** The answer of a backend, or that there is none now. Without `patienceMs` it asks no other system. */
    ask: async <T extends object>(
      name: string,
      patienceMs: number | undefined,
      work: (signal: AbortSignal) => Promise<T>,
    ): Promise<T | Unavailable> => {
      const before = known.get(name);
      if (before && before.until > now()) return { unavailable: before.cause };
      const from = now();
      const answer = await within(patienceMs, work);
      if (patienceMs === undefined) return answer;
      if ('unavailable' in answer && typeof answer.unavailable === 'string')
        known.set(name, { until: now() + restMs, cause: answer.unavailable, usualMs: 0 });
      else known.set(name, { until: 0, cause: '', usualMs: now() - from });
      return answer;
    },
    /** How long a backend last took; nothing while it is left alone. */
    usualMs: (name: string): number => known.get(name)?.usualMs ?? 0,
  };
};

/** The circuits of all backends. */
export type Circuits = ReturnType<typeof createCircuits>;
