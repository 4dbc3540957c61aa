import { forgetReview } from '../../connect/reviewMemory.ts';
import type { ResumeTicket } from '../../link/wire.ts';

/** What a tab connects to: enough to reconnect, never a secret. */
export type TabTarget = {
  asset: { id: string; name: string; address: string; icon: string };
  alias: string;
  accountName: string;
  username: string;
  protocol: string;
  orgId: string;
};

/** A tab as stored for a reload. */
export type KeptTab = {
  key: string;
  target: TabTarget;
  title: string;
  /** Its number among the tabs of the same asset. */
  number: number;
  ticket: ResumeTicket;
};

/** The stored tabs, and the key of the active one. */
export type KeptTabs = { tabs: readonly KeptTab[]; active: string | undefined };

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Locks = Pick<LockManager, 'request'>;

const TABS = 'luna.tabs';
const PAGE = 'luna.page';
const RELOAD_MS = 700;
const nothing: KeptTabs = { tabs: [], active: undefined };

/** The live sessions of this browser tab, stored for a reload; returned only to the user who stored them. */
export const makeTabMemory = (area: Area, userId: string) => ({
  load: (): KeptTabs => {
    try {
      const kept = JSON.parse(area.getItem(TABS) ?? 'null') as (KeptTabs & { user: unknown }) | null;
      return kept?.user === userId && Array.isArray(kept.tabs) ? kept : nothing;
    } catch {
      return nothing;
    }
  },
  save: (kept: KeptTabs): void => {
    try {
      area.setItem(TABS, JSON.stringify({ user: userId, ...kept }));
    } catch {
      // Without storage, sessions cannot be resumed after a reload, but work until then.
    }
  },
});

/** Memory of tabs. */
export type TabMemory = ReturnType<typeof makeTabMemory>;

/**
 * Makes sure that no other tab uses this tab's stored sessions, nor the connection that waits: duplicating a browser tab copies its storage,
 * and the copy must not take over the original's sessions. In browsers without locks this is not checked.
 */
export const claimPage = async (area: Area, locks: Locks | undefined, newId: () => string): Promise<void> => {
  // On a reload, the old page releases the lock only a moment after the new page requests it, so this waits.
  const hold = (id: string) =>
    new Promise<boolean>((resolve) => {
      if (!locks) return resolve(true);
      const keep = () => {
        resolve(true);
        return new Promise<void>(() => undefined);
      };
      locks
        .request(`luna.page.${id}`, { signal: AbortSignal.timeout(RELOAD_MS) }, keep)
        .catch(() => resolve(false));
    });
  const before = area.getItem(PAGE);
  if (before && (await hold(before))) return;
  if (before) {
    area.removeItem(TABS);
    forgetReview(area);
  }
  const id = newId();
  area.setItem(PAGE, id);
  await hold(id);
};
