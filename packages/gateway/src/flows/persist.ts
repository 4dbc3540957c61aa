import { Refused } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { type Pauses, untilDone } from '@gatehouse/component/platform/retry.ts';
import type { Reclaimed } from './reclaim.ts';

/** Calls about a session that are made until the control plane takes them. */
export type Persist = {
  /** Once; a session that is none of ours may be one of our former self. */
  asHolder: <T>(id: string, attempt: () => Promise<T>) => Promise<T>;
  /** Again and again, however long it takes. */
  persist: <T>(id: string, step: string, attempt: () => Promise<T>) => Promise<T>;
};

/** The control plane has everything of a session already. */
export class HandedOver extends Error {
  override name = 'HandedOver';
}

/** Whether the control plane does not know the session. */
export const isUnknown = (error: unknown): boolean => error instanceof Refused && error.status === 404;

/** Takes sessions of the former registration over when that is what is in the way. */
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
        again: (err, failures) => {
          if (err instanceof HandedOver) return false;
          if (failures === 1 || failures % 10 === 0)
            log.warn({ err, session: id, step }, 'delivery will be repeated');
          return true;
        },
      }),
  };
};
