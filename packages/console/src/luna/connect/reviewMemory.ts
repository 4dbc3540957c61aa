import type { LastChoice } from './connectRules.ts';
import type { Review } from './useReview.ts';

/** A connection that waits for a reviewer, as stored for a reload: what it connects to, never a secret. */
export type KeptReview = {
  assetId: string;
  orgId?: string | undefined;
  /** The tab whose ended session it replaces. */
  tab?: string | undefined;
  choice: LastChoice;
  review: Review;
};

const KEY = 'luna.review';

/** The connection that this browser tab waits for; returned only to the user who stored it. */
export const makeReviewMemory = (
  area: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: string,
) => ({
  load: (): KeptReview | undefined => {
    try {
      const kept = JSON.parse(area.getItem(KEY) ?? 'null') as (KeptReview & { user: unknown }) | null;
      return kept?.user === userId && kept.review?.ticket ? kept : undefined;
    } catch {
      return undefined;
    }
  },
  save: (kept: KeptReview): void => {
    try {
      area.setItem(KEY, JSON.stringify({ user: userId, ...kept }));
    } catch {
      // Without storage, a reload gives the connection up.
    }
  },
  clear: (): void => area.removeItem(KEY),
});

/** Forgets what the page waits for of which this one is a copy. */
export const forgetReview = (area: Pick<Storage, 'removeItem'>): void => area.removeItem(KEY);
