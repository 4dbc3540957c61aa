import type { ConsoleStorage } from './storage.ts';

const MOST = 8;

/** Ids of what the user opened last, for each organization, newest first; names are requested when shown. */
export const createRecents = (storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>, prefix: string) => {
  const keyOf = (orgId: string) => `${prefix}.${orgId}`;
  const get = (orgId: string): string[] => {
    const kept = storage.getJson<unknown>(keyOf(orgId));
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  };
  return {
    get,
    add: (orgId: string, id: string): void =>
      storage.setJson(keyOf(orgId), [id, ...get(orgId).filter((entry) => entry !== id)].slice(0, MOST)),
  };
};

/** The remembered ids. */
export type Recents = ReturnType<typeof createRecents>;
