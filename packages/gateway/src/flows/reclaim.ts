import { Refused } from '@gatehouse/component/platform/http.ts';
import type { AccessKey } from '@gatehouse/component/platform/signature.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';

/** Result for a session recorded under a former key: ours again, delivered already, or unknown. */
export type Reclaimed = 'taken' | 'complete' | 'unknown';

/** Claims a session of a former registration, trying the former keys that are kept, newest first. */
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
