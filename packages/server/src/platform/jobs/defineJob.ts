import type { z } from 'zod';

/** What is known of a job without its handler; its texts are `jobs.<name>` in the locales. */
export type JobDefinition<P extends z.ZodObject = z.ZodObject> = {
  name: string;
  /** What a run is given. It is stored in clear: ids, never secrets. */
  payload: P;
  /** Runs by itself: a cron expression in the time zone of the installation. The payload must have defaults. */
  schedule?: {
    cron: string;
    /** Whether an occurrence that passed while no server was running is made up for. */
    catchUp?: boolean;
  };
  /** Most runs at a time over all servers. */
  concurrency: number;
  /** Longest a run may take. */
  timeoutSeconds: number;
  /** Whether a run may be stopped by a user; its handler then watches the signal. */
  isStoppable: boolean;
  /** How often a run that failed, or whose server died, starts again; 0 marks it as failed or interrupted instead. */
  retries: number;
  /** Pause before the first retry; doubles with each further one. */
  retryDelaySeconds?: number;
};

/** What a handler is given besides the payload. */
export type Run = {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the run is to stop: a user said so, its time is over, or the server is ending. */
  signal: AbortSignal;
  progress(percent: number): void;
  log(line: string): void;
};

/** A job with its handler. */
export type Job = { definition: JobDefinition; handle(payload: unknown, run: Run): Promise<void> };

/** Declares a job; keeps the types of its payload. */
export const defineJob = <const P extends z.ZodObject>(definition: JobDefinition<P>): JobDefinition<P> =>
  definition;

/** Joins a definition and its handler. The payload is parsed again: it may come from an older version. */
export const handleJob = <P extends z.ZodObject>(
  definition: JobDefinition<P>,
  handle: (payload: z.infer<P>, run: Run) => Promise<unknown>,
): Job => ({
  definition,
  handle: async (payload, run) => void (await handle(definition.payload.parse(payload), run)),
});
