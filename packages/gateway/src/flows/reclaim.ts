import { Refused } from '@gatehouse/component/platform/http.ts';
import type { AccessKey } from '@gatehouse/component/platform/signature.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';

/** What became of a session recorded under a former key: it is ours again, has been handed over, or is not known. */
export type Reclaimed = 'taken' | 'complete' | 'unknown';

/** Asks for a session of a former self, with each key this gateway ever had. */
export const createReclaim =
  (deps: { core: Pick<CoreApi, 'takeOver'>; formerKeys: () => Promise<AccessKey[]> }) =>
  async (id: string): Promise<Reclaimed> => {
    for (const key of (await deps.formerKeys()).toReversed()) {
      try {
        return await deps.core.takeOver(id, key);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    return 'unknown';
  };
