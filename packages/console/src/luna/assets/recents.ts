import type { ConsoleStorage } from '../../platform/storage/storage.ts';

const MOST = 8;

/** Ids of the assets opened last, per person and organization, newest first; names are asked for when shown. */
export const makeRecents = (storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>, userId: string) => {
  const keyOf = (orgId: string) => `luna.recent.${userId}.${orgId}`;
  const get = (orgId: string): string[] => {
    const kept = storage.getJson<unknown>(keyOf(orgId));
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  };
  return {
    get,
    add: (orgId: string, assetId: string): void =>
      storage.setJson(keyOf(orgId), [assetId, ...get(orgId).filter((id) => id !== assetId)].slice(0, MOST)),
  };
};

/** Memory of recent assets. */
export type Recents = ReturnType<typeof makeRecents>;
