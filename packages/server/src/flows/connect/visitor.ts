import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../platform/crypto/vault.ts';

type Marks = Pick<Vault, 'mark'>;

/**
 * A mark that tells a gateway which user is connecting (`VISITOR_HEADER`); the gateway cannot make it itself.
 */
export const visitorMark = (userId: string, vault: Marks): string => vault.mark('visitor', userId);

/** Whether a mark stands for this user. */
export const isVisitor = (mark: string, userId: string, vault: Marks): boolean => {
  const [shown, own] = [Buffer.from(mark), Buffer.from(visitorMark(userId, vault))];
  return shown.length === own.length && timingSafeEqual(shown, own);
};
