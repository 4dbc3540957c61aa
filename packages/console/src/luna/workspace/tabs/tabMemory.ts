import type { ResumeTicket } from '../../link/wire.ts';

/** What a tab is connected to; enough to connect again, never a secret. */
export type TabTarget = {
  asset: { id: string; name: string; address: string; icon: string };
  alias: string;
  accountName: string;
  username: string;
  protocol: string;
  orgId: string;
};

/** A tab as a reload keeps it. */
export type KeptTab = { key: string; target: TabTarget; title: string; ticket: ResumeTicket };

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Locks = Pick<LockManager, 'request'>;

const TABS = 'luna.tabs';
const PAGE = 'luna.page';
const RELOAD_MS = 700;

/** Live sessions of this browser tab, kept for a reload; only the person who opened them gets them back. */
export const makeTabMemory = (area: Area, userId: string) => ({
  load: (): KeptTab[] => {
    try {
      const kept = JSON.parse(area.getItem(TABS) ?? 'null') as { user?: unknown; tabs?: unknown } | null;
      return kept?.user === userId && Array.isArray(kept.tabs) ? (kept.tabs as KeptTab[]) : [];
    } catch {
      return [];
    }
  },
  save: (tabs: readonly KeptTab[]): void => {
    try {
      area.setItem(TABS, JSON.stringify({ user: userId, tabs }));
    } catch {
      // Without storage a reload cannot take its sessions up again; they stay usable until then.
    }
  },
});

/** Memory of tabs. */
export type TabMemory = ReturnType<typeof makeTabMemory>;

/**
 * Makes sure that what this tab remembers is its own: duplicating a browser tab copies its storage, and the copy must
 * not take the sessions away from the original. Browsers without locks trust the storage.
 */
export const claimPage = async (area: Area, locks: Locks | undefined, newId: () => string): Promise<void> => {
  // A page that is just being reloaded gives its lock back a moment later than the new one asks for it.
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
  if (before) area.removeItem(TABS);
  const id = newId();
  area.setItem(PAGE, id);
  await hold(id);
};
