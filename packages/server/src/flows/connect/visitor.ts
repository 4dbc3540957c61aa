import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../platform/crypto/vault.ts';

type Marks = Pick<Vault, 'mark'>;

/** What tells a gateway who stands before it (`VISITOR_HEADER`), without telling it anything it could make itself. */
export const visitorMark = (userId: string, vault: Marks): string => vault.mark('visitor', userId);

/** Whether a mark a gateway was shown is that of a person. */
export const isVisitor = (mark: string, userId: string, vault: Marks): boolean => {
  const [shown, own] = [Buffer.from(mark), Buffer.from(visitorMark(userId, vault))];
  return shown.length === own.length && timingSafeEqual(shown, own);
};
