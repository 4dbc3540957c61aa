import { AppError, type Message, type MessageParams } from '@gatehouse/contract/errors.ts';
import type { z } from 'zod';

/** A job's definition without its handler; its texts are `jobs.<name>` in the locales. */
export type JobDefinition<P extends z.ZodObject = z.ZodObject> = {
  name: string;
  /** Input of a run. Stored in clear: ids, never secrets. */
  payload: P;
  /**
   * Scheduled runs: a cron expression in the time zone of the installation. The payload must have defaults.
   */
  schedule?: {
    cron: string;
    /** Whether to make up for an occurrence missed while no server was running. */
    catchUp?: boolean;
    /** Whether administrators may not switch the schedule off. */
    isNeeded?: true;
  };
  /** Maximum number of concurrent runs over all servers. */
  concurrency: number;
  /**
   * Time limit of a run. A handler that ignores its signal blocks one of its server's places for the job
   * until it returns; other servers go on.
   */
  timeoutSeconds: number;
  /**
   * Permission to read the log of any run in the organization that its payload names as `org`; where it depends on the
   * `kind` in the payload, one for each.
   */
  watchedBy?: string | Readonly<Record<string, string>>;
  /** Whether a user may stop a run; its handler then watches the signal. */
  isStoppable: boolean;
  /**
   * How many times a run is repeated after a failure or its server's death; with 0, it is marked as failed or
   * interrupted at once.
   */
  retries: number;
  /** Delay before the first retry; doubles each time. */
  retryDelaySeconds?: number;
};

/** What a handler gets besides the payload. */
export type Run = {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the run must stop: on a user's request, at its time limit, or when its server stops. */
  signal: AbortSignal;
  progress(percent: number): void;
  log(line: string): void;
};

/** A run that no attempt follows; `isStopped`: because a user stopped it. */
export type Settled = Pick<Run, 'id' | 'attempt'> & { isStopped: boolean };

/** A job with its handler. */
export type Job = {
  definition: JobDefinition;
  handle(payload: unknown, run: Run): Promise<void>;
  /**
   * Called once no attempt follows, after the last one failed or its server died, and after a run was stopped, in case
   * no handler was there to notice. May be repeated, and called although the handler has noted the end.
   */
  settle?(payload: unknown, run: Settled): Promise<void>;
};

/** Why a run did not succeed, as a key of the `errors` texts: each reader gets it in their own language. */
export class RunError extends Error {
  readonly reason: Message;

  constructor(key: string, params: MessageParams = {}) {
    super(key);
    this.reason = { key, params };
  }
}

/** Thrown by a handler when a retry would not help: the run has failed. */
export class FinalFailure extends RunError {}

/** What is to be told of an error; undefined for those that are no words for users. */
export const reasonOf = (error: unknown): Message | undefined => {
  if (error instanceof RunError) return error.reason;
  return error instanceof AppError ? { key: error.messageKey, params: error.params } : undefined;
};

/** Declares a job; keeps the types of its payload. */
export const defineJob = <const P extends z.ZodObject>(definition: JobDefinition<P>): JobDefinition<P> =>
  definition;

/**
 * Joins a definition and its handler. The payload is parsed again, because an older version may have stored
 * it.
 */
export const handleJob = <P extends z.ZodObject>(
  definition: JobDefinition<P>,
  handle: (payload: z.infer<P>, run: Run) => Promise<unknown>,
  settle?: (payload: z.infer<P>, run: Settled) => Promise<unknown>,
): Job => ({
  definition,
  handle: async (payload, run) => void (await handle(definition.payload.parse(payload), run)),
  ...(settle && {
    settle: async (payload, run) => void (await settle(definition.payload.parse(payload), run)),
  }),
});
