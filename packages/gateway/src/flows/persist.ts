import { Refused } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { type Pauses, untilDone } from '@gatehouse/component/platform/retry.ts';
import type { Reclaimed } from './reclaim.ts';

/** Makes calls about a session. */
export type Persist = {
  /**
   * Calls once. If the server does not know the session as ours, takes it over from a former registration and
   * calls again.
   */
  asHolder: <T>(id: string, attempt: () => Promise<T>) => Promise<T>;
  /**
   * Repeats the call until it succeeds or the process stops; throws `HandedOver` when the server already has
   * everything.
   */
  persist: <T>(id: string, step: string, attempt: () => Promise<T>) => Promise<T>;
};

/** The server already has everything about a session. */
export class HandedOver extends Error {
  override name = 'HandedOver';
}

/** Whether the error says that the server does not know the session. */
export const isUnknown = (error: unknown): boolean => error instanceof Refused && error.status === 404;

/** Takes over sessions of a former registration where the server refuses calls about them. */
export const createPersist = (deps: {
  reclaim: (id: string) => Promise<Reclaimed>;
  pauses: Pauses;
  log: Log;
}): Persist => {
  const { log } = deps;
  const asHolder: Persist['asHolder'] = async (id, attempt) => {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const reclaimed = await deps.reclaim(id);
      if (reclaimed === 'unknown') throw error;
      if (reclaimed === 'complete') throw new HandedOver();
      log.info({ session: id }, 'session of the former registration taken over');
      return attempt();
    }
  };
  return {
    asHolder,
    persist: (id, step, attempt) =>
      untilDone(() => asHolder(id, attempt), {
        pauses: deps.pauses,
        first_ms: 500,
        max_ms: 300_000,
        shouldRetry: (err, failures) => {
          if (err instanceof HandedOver) return false;
          if (failures === 1 || failures % 10 === 0)
            log.warn({ err, session: id, step }, 'delivery will be repeated');
          return true;
        },
      }),
  };
};
